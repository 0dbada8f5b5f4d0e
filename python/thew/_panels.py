"""Panels of a program's own in the page of the viewer: `viewer.panel("Gains").slider("kp", 0, 100)`."""


class Part:
    """One thing of a panel. `value` is what readers have set, or what the program shows."""

    def __init__(self, panels, kind, label, value, **more):
        self._panels, self._kind, self._label, self._value, self._more = panels, kind, label, value, more
        self.number = panels.add(self)

    @property
    def value(self):
        return self._value

    @value.setter
    def value(self, value):
        if value != self._value:
            self._value = value
            self._panels.changed = True

    def use(self, value):
        """Takes what a reader did; what makes no sense is left out."""
        if self._kind == "slider" and _is_number(value):
            self.value = min(max(float(value), self._more["low"]), self._more["high"])
        elif self._kind == "check" and isinstance(value, bool):
            self.value = value

    def describe(self):
        return {"part": self.number, "kind": self._kind, "label": self._label, "value": self._value, **self._more}


class Choice(Part):
    """One of several words."""

    def use(self, value):
        if _is_number(value) and 0 <= int(value) < len(self._more["words"]):
            self.value = self._more["words"][int(value)]

    def describe(self):
        return super().describe() | {"value": self._more["words"].index(self._value)}


class Button(Part):
    """Something to press."""

    _taken = 0

    def use(self, value):  # noqa: ARG002 (a button has none)
        self.value += 1

    def pressed(self):
        """How often it was pressed since the last call."""
        count, self._taken = self.value - self._taken, self.value
        return count


class Panel:
    """A group of parts under a title. All calls return the part."""

    def __init__(self, panels, title):
        self._panels, self.title, self.parts = panels, title, []

    def _add(self, make, *arguments, **more):
        part = make(self._panels, *arguments, **more)
        self.parts.append(part)
        return part

    def slider(self, label, low, high, value=None):
        """A number between two others; `value` is where it is."""
        low, high = float(low), float(high)
        if not low < high:
            raise ValueError(f"slider {label!r}: low should be less than high")
        return self._add(Part, "slider", label, min(max(float(low if value is None else value), low), high), low=low, high=high)

    def check(self, label, value=False):
        """A box to tick; `value` is True or False."""
        return self._add(Part, "check", label, bool(value))

    def choice(self, label, words, value=None):
        """One of several words; `value` is the word."""
        words = [str(word) for word in words]
        if not words or (value is not None and value not in words):
            raise ValueError(f"choice {label!r}: {value!r} is none of {words}")
        return self._add(Choice, "choice", label, words[0] if value is None else value, words=words)

    def button(self, label):
        """A button; `pressed()` says how often it was used."""
        return self._add(Button, "button", label, 0)

    def text(self, label, value=""):
        """A line that the program writes: `part.value = "1.2 m"`."""
        return self._add(Part, "text", label, str(value))

    def html(self, value, height=160):
        """A page in the page: tables, drawings, pictures as data URLs. Scripts in it do not run."""
        return self._add(Part, "html", "", str(value), height=int(height))


class Panels:
    """All panels of a viewer."""

    def __init__(self):
        self._panels, self._parts = [], []
        self.changed = False

    def __bool__(self):
        return bool(self._panels)

    def panel(self, title):
        """The panel of that title; it is made where there is none."""
        found = next((panel for panel in self._panels if panel.title == title), None)
        if found is None:
            found = Panel(self, str(title))
            self._panels.append(found)
            self.changed = True
        return found

    def add(self, part):
        """The number of a new part."""
        self._parts.append(part)
        self.changed = True
        return len(self._parts) - 1

    def take(self, uses):
        """What readers did since the last call."""
        for use in uses:
            if use["part"] < len(self._parts):
                self._parts[use["part"]].use(use["value"])

    def describe(self):
        """All of it, as the page wants it (viewer/PROTOCOL.md, "panels")."""
        self.changed = False
        return [{"title": panel.title, "parts": [part.describe() for part in panel.parts]} for panel in self._panels]


def _is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool) and value == value
