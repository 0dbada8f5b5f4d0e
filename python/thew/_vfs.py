"""Files in memory, for models that name them."""

from __future__ import annotations


class MjVfs:
    """Files by name: `vfs["box.obj"] = data`, then `MjModel.from_xml_string(xml, vfs=vfs)`."""

    def __init__(self) -> None:
        self._content: dict[str, bytes] | None = {}

    def _files(self) -> dict[str, bytes]:
        if self._content is None:
            raise RuntimeError("VFS is closed")
        return self._content

    def __setitem__(self, name: str, content: bytes) -> None:
        files = self._files()
        if not isinstance(content, (bytes, bytearray, memoryview)):
            raise TypeError(f"a file should be bytes, not {type(content).__name__}")
        if name in files:
            raise ValueError(f"there is a file {name!r} already")
        files[str(name)] = bytes(content)

    def __delitem__(self, name: str) -> None:
        del self._files()[name]

    def __contains__(self, name: str) -> bool:
        return name in self._files()

    def __enter__(self) -> MjVfs:
        return self

    def __exit__(self, *_) -> None:
        self.close()

    def close(self) -> None:
        """Gives the files back; nothing can be done with it afterwards."""
        self._content = None
