"""Vector environments for Gymnasium on `thew.Batch`.

Importing this module registers the MuJoCo tasks of Gymnasium, version 5, in the namespace `thew`:

    import gymnasium
    import thew.gym

    envs = gymnasium.make_vec("thew/Humanoid-v5", num_envs=4096)

`VectorTask` is the base class for tasks of one's own, `TensorTask` that for tasks by tensors of PyTorch that stay on a GPU.
"""

import gymnasium

from thew.gym._task import VectorTask
from thew.gym._tasks import TASKS

__all__ = ["VectorTask", "TASKS"]

for _name, (_task, _limit) in TASKS.items():
    gymnasium.register(
        id=f"thew/{_name}",
        vector_entry_point=_task,
        max_episode_steps=_limit,
    )


def __getattr__(name: str):
    if name == "TensorTask":  # PyTorch is loaded by those who ask for it alone
        from thew.gym._tensor import TensorTask

        return TensorTask
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
