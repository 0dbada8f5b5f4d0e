"""Random edits of a spec give the same model in Thew and in MuJoCo, or are refused by both."""

import warnings

import pytest
from engines import engine, reference
from random_edits import Edits

from thew.conformance import groups
from thew.conformance.record import Names, model_numbers

SEEDS = range(300)
NAMES = Names(reference)


def compiled(module, seed):
    """The model that a sequence of edits gives, and the edits; None where they are refused."""
    edits = Edits(module, seed)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        spec = edits.run(12 + seed % 20)
        try:
            return spec.compile(), edits
        except ValueError:
            return None, edits


@pytest.mark.parametrize("seed", SEEDS)
def test_the_same_edits_give_the_same_model(seed):
    (found, mine), (expected, theirs) = compiled(engine, seed), compiled(reference, seed)
    assert mine.log == theirs.log
    assert (found is None) == (expected is None), f"only one refuses seed {seed}: {mine.log}"
    if found is None:
        return
    assert bytes(found.names) == bytes(expected.names), mine.log
    ours, reference_numbers = (model_numbers(m, NAMES, x) for m, x in ((engine, found), (reference, expected)))
    for field, value in reference_numbers.items():
        group = groups.model_group(field, value)
        if group == "internal":
            continue
        got = ours[field]
        assert got.shape == value.shape, f"{field}: {mine.log}"
        error = groups.error(got, value, 1.0)
        assert error <= groups.tolerance(group, value, False), f"{field}: {error} {mine.log}"


def test_every_edit_is_tried():
    tried = [edit for seed in SEEDS for edit in Edits(engine, seed).replay(12 + seed % 20)]
    assert all(tried.count(edit) > 30 for edit in Edits.EDITS)
