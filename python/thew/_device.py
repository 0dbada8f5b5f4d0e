"""Arrays in the memory of a GPU: the fields of a `thew.Batch` whose worlds are there."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from thew import _thew

_CPU, _CUDA = 1, 2  # DLPack's numbers of devices
_LEGACY = 1  # DLPack's and the array interface's number of CUDA's default stream


class DeviceArray:
    """A field of all worlds in the memory of their device, C-contiguous with a row per world.

    Other libraries share its memory: `torch.from_dlpack(batch.qpos)`, `jax.dlpack.from_dlpack(batch.qpos)`,
    `cupy.asarray(batch.qpos)`, `warp.array(batch.qpos)`. `numpy()` copies it to the host; `array[:] = values` copies values
    of the host or of the device into it. It belongs to a batch and is valid as long as that.
    """

    def __init__(self, batch, address: int, shape: tuple[int, ...], dtype: np.dtype, read_only: bool) -> None:
        self._batch, self._address, self._read_only = batch, address, read_only
        self.shape: tuple[int, ...] = tuple(shape)
        self.dtype: np.dtype = np.dtype(dtype)
        kind, index = batch.device
        self._device = (_CUDA, index) if kind == "cuda" else (_CPU, 0)

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        if not self._is_cuda:
            raise AttributeError("the array is not in the memory of a GPU")
        return {
            "shape": self.shape,
            "typestr": self.dtype.str,
            "data": (self._address, self._read_only),
            "version": 3,
            "strides": None,
            "stream": self._batch.stream or _LEGACY,
        }

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def size(self) -> int:
        return int(np.prod(self.shape, dtype=int))

    @property
    def nbytes(self) -> int:
        return self.size * self.dtype.itemsize

    def __len__(self) -> int:
        return self.shape[0]

    def __repr__(self) -> str:
        return f"<thew array {self.shape} of {self.dtype} on {'cuda:%d' % self._device[1] if self._is_cuda else 'the host'}>"

    @property
    def _is_cuda(self) -> bool:
        return self._device[0] == _CUDA

    def _is_no_array_of_numpy(self, *_):
        raise TypeError("an array on a device does not compute: take numpy(), or share it with PyTorch, JAX or CuPy")

    # What Python would otherwise answer by itself: whether two objects are the same one, and that this is one.
    __eq__ = __ne__ = __bool__ = _is_no_array_of_numpy
    __hash__ = object.__hash__

    def numpy(self) -> NDArray:
        """A copy on the host; waits until the work before it is done."""
        array = np.empty(self.shape, self.dtype)
        self._batch.read(array, self._address)
        return array

    def __array__(self, dtype=None, copy=None) -> NDArray:
        if copy is False:
            raise ValueError("what is in the memory of a device cannot be an array of NumPy without a copy")
        array = self.numpy()
        return array if dtype is None else array.astype(dtype, copy=False)

    def __getitem__(self, key) -> NDArray:
        """A copy on the host of a part of it. Who needs many takes the whole, or another library."""
        return self.numpy()[key]

    def __setitem__(self, key, value: ArrayLike) -> None:
        if self._read_only:
            raise ValueError("outputs can only be read")
        whole = key is Ellipsis or (isinstance(key, slice) and key == slice(None))
        interface = getattr(value, "__cuda_array_interface__", None)
        if interface is not None and whole:
            source = _source(interface, self.shape, self.dtype)
            wait_for(self._batch, value, interface)
            self._batch.write(self._address, source, self.nbytes)
            return
        if whole:
            rows = np.ascontiguousarray(np.broadcast_to(np.asarray(value, self.dtype), self.shape))
        else:
            rows = self.numpy()
            rows[key] = value
        self._batch.write(self._address, rows.ctypes.data, self.nbytes)
        self._batch.finish()

    def __dlpack_device__(self) -> tuple[int, int]:
        return self._device

    def __dlpack__(self, *, stream: int | None = None, max_version=None, dl_device=None, copy=None):
        """The memory itself. Work that the consumer puts into `stream` comes after that of the batch."""
        if dl_device is not None and tuple(dl_device) != self._device:
            raise BufferError(f"the array is on device {self._device} of DLPack; numpy() copies it to the host")
        if copy:
            raise BufferError("the memory is shared; numpy() copies it")
        # Older consumers cannot be told that outputs are to be read only; the next step overwrites what they write.
        versioned = max_version is not None and tuple(max_version) >= (1, 0)
        if self._is_cuda and stream != -1:
            self._batch.hand_over(0 if stream in (None, 0, _LEGACY) else stream)
        kind, bytes_ = self.dtype.kind, self.dtype.itemsize
        return _thew.dlpack(
            self._batch, self._address, list(self.shape), kind, bytes_, *self._device, versioned, self._read_only
        )


def wait_for(batch, value: Any, interface: dict[str, Any]) -> None:
    """Lets the stream of the batch wait for the work that makes an array of the device."""
    made_by = interface.get("stream")
    if made_by is None:  # arrays of JAX do not say by which stream they are made
        if hasattr(value, "block_until_ready"):
            value.block_until_ready()
        return
    own, made_by = batch.stream, 0 if made_by == _LEGACY else int(made_by)
    if made_by != own:
        batch.use_stream(made_by)
        batch.hand_over(own)
        batch.use_stream(own)


def _source(interface: dict[str, Any], shape: tuple[int, ...], dtype: np.dtype) -> int:
    """The address of an array of the device that has the same shape and type."""
    if tuple(interface["shape"]) != shape or np.dtype(interface["typestr"]) != dtype:
        raise ValueError(f"expected {shape} of {dtype}, not {tuple(interface['shape'])} of {interface['typestr']}")
    if interface.get("strides") is not None:
        steps = np.cumprod([dtype.itemsize, *shape[:0:-1]])[::-1]
        if tuple(interface["strides"]) != tuple(int(s) for s in steps):
            raise ValueError("the values should be C-contiguous")
    return interface["data"][0]


def to_host(array: ArrayLike | DeviceArray, dtype=None) -> NDArray:
    """An array of NumPy: itself, or a copy of what is on a device."""
    if isinstance(array, DeviceArray):
        return array.numpy()
    if hasattr(array, "__cuda_array_interface__") and hasattr(array, "cpu"):  # a tensor of PyTorch
        return np.asarray(array.cpu(), dtype)
    return np.asarray(array, dtype)
