"""Copying and pickling of MjModel and MjData."""

import copy

from thew import _thew


def _restore_model(state: bytes):
    return _thew.model_from_bytes(state)


def _restore_data(model, state: bytes):
    return _thew.data_from_bytes(model, state)


def _reduce_model(self):
    return _restore_model, (self._bytes(),)


def _reduce_data(self):
    return _restore_data, (self.model, self._bytes())


def _deepcopy_model(self, memo):
    return self.__copy__()


def _deepcopy_data(self, memo):
    return self._copy(copy.deepcopy(self.model, memo))


def install() -> None:
    """Gives the classes their methods."""
    _thew.MjModel.__reduce__ = _reduce_model
    _thew.MjModel.__deepcopy__ = _deepcopy_model
    _thew.MjData.__reduce__ = _reduce_data
    _thew.MjData.__deepcopy__ = _deepcopy_data
