// Small helpers for elements of the page.

type Child = Node | string | null | undefined | false;
type Properties = Record<string, unknown>;

/** Makes an element: on* are listeners, `class` and aria-* are attributes, the rest are properties. */
export function h<K extends keyof HTMLElementTagNameMap>(tag: K, properties: Properties = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2).toLowerCase(), value as EventListener);
    else if (key === "class" || key.includes("-") || key === "role" || key === "for" || key === "list") element.setAttribute(key, String(value));
    else (element as unknown as Properties)[key] = value;
  }
  element.append(...children.filter((c): c is Node | string => c !== null && c !== undefined && c !== false));
  return element;
}

const PATHS: Record<string, string> = {
  play: "M8 5.5v13l10.5-6.5z",
  pause: "M7 5h3.6v14H7zM13.4 5H17v14h-3.6z",
  forward: "M6 5.5v13l8.5-6.5zM15.8 5.5H18v13h-2.2z",
  back: "M18 5.5v13L9.500 12zM6 5.500h2.200v13H6z",
  reset: "M12 5a7 7 0 1 1-6.6 4.700l1.900.650A5 5 0 1 0 12 7v3L7.500 6 12 2z",
  branch: "M7 4v10a4 4 0 0 0 4 4h3v3l5-4-5-4v3h-3a2 2 0 0 1-2-2V4z",
  photo: "M9 5l-1.400 2H4.500v12h15V7h-3.100L15 5zM12 9.200a3.700 3.700 0 1 1 0 7.400 3.700 3.700 0 0 1 0-7.400z",
  film: "M4 7h11v10H4zM16.500 10.500l4-2.500v8l-4-2.500z",
  stop: "M7 7h10v10H7z",
  plot: "M4 4h2v14h14v2H4zM8 15l3.500-5 3 2.500L18.500 7l1.500 1.200-5 7-3.100-2.500L9.500 16z",
  theme: "M12 4a8 8 0 1 0 0 16zM12 2.500a9.500 9.500 0 1 1 0 19 9.500 9.500 0 0 1 0-19z",
  help: "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zm-.9 12.500v1.900h1.900v-1.900zM12 6.500c-2 0-3.400 1.200-3.500 3.200h1.900c0-1 .6-1.600 1.600-1.600.9 0 1.500.5 1.500 1.300 0 1.600-2.400 1.700-2.400 4.500h1.800c0-1.900 2.600-2.100 2.600-4.600 0-1.700-1.400-2.800-3.500-2.800z",
  close: "M6.400 5 12 10.600 17.600 5 19 6.400 13.400 12l5.600 5.600-1.400 1.400L12 13.400 6.400 19 5 17.600l5.600-5.600L5 6.400z",
  plus: "M11 5h2v6h6v2h-6v6h-2v-6H5v-2h6z",
  open: "M4 6h6l2 2h8v11H4z",
  home: "M12 4l8.500 7.500-1.300 1.500L18 12v7.500h-4.500V15h-3v4.500H6V12l-1.200 1-1.300-1.500z",
};

export function icon(name: string): SVGSVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", PATHS[name]);
  path.setAttribute("fill-rule", "evenodd");
  svg.append(path);
  return svg;
}

/** A button with a picture; the label is read aloud and shown as a tip. */
export function iconButton(name: string, label: string, onClick: () => void, properties: Properties = {}): HTMLButtonElement {
  return h("button", { type: "button", class: "icon", title: label, "aria-label": label, onClick, ...properties }, icon(name));
}

/** Shows another picture on a button made by iconButton. */
export function setIcon(button: HTMLButtonElement, name: string, label: string): void {
  if (button.getAttribute("aria-label") === label) return;
  button.replaceChildren(icon(name));
  button.title = label;
  button.setAttribute("aria-label", label);
}

/** A number in as few characters as it needs. */
export function brief(value: number, digits = 4): string {
  if (!Number.isFinite(value)) return String(value);
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e5 || size < 1e-3) return value.toExponential(2);
  return String(Number(value.toPrecision(digits)));
}

export function bytes(count: number): string {
  return count < 1e6 ? `${Math.round(count / 1e3)} kB` : `${Math.round(count / 1e6)} MB`;
}

/** Calls `action` at most once per picture, with the last arguments. */
export function throttled<A extends unknown[]>(action: (...a: A) => void): (...a: A) => void {
  let waiting: A | null = null;
  return (...a: A) => {
    if (!waiting) requestAnimationFrame(() => {
      const last = waiting!;
      waiting = null;
      action(...last);
    });
    waiting = a;
  };
}

/** Hands a file to the reader. */
export function save(blob: Blob, name: string): void {
  const link = h("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
