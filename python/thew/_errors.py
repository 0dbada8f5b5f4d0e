"""Exceptions and warnings."""


class Error(ValueError):
    """A model that cannot be loaded, or data that cannot be made.

    Attributes:
        file: The file, "" when the model was given as text.
        line, column: Where in the file, from 1; 0 when unknown.
        element: The element, e.g. `geom "foot"`.
        hint: What to do about it; may be "".
        fault: What is wrong, without the rest.
    """

    def __init__(
        self,
        message: str,
        file: str = "",
        line: int = 0,
        column: int = 0,
        element: str = "",
        hint: str = "",
        fault: str = "",
    ) -> None:
        super().__init__(message)
        self.file = file
        self.line = line
        self.column = column
        self.element = element
        self.hint = hint
        self.fault = fault or message

    def __reduce__(self):
        place = (self.file, self.line, self.column, self.element)
        return type(self), (str(self), *place, self.hint, self.fault)


class FatalError(Exception):
    """A call that makes no sense, e.g. with a keyframe that the model does not have."""


class UnexpectedError(Exception):
    """Kept for programs that catch it; never raised."""


class LoadWarning(UserWarning):
    """What loading a model found worth saying."""
