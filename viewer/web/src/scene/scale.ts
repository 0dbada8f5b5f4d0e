// Colours for values: dark to bright, told apart by all eyes.

const STOPS = [[0x44, 0x01, 0x54], [0x3b, 0x52, 0x8b], [0x21, 0x91, 0x8c], [0x5e, 0xc9, 0x62], [0xfd, 0xe7, 0x25]];

/** What has failed: a colour that the scale does not have. */
export const FAILED: [number, number, number] = [0.85, 0.1, 0.2];

/** The scale from left to right, for a style. */
export const GRADIENT = `linear-gradient(to right, ${STOPS.map((s) => `rgb(${s.join(" ")})`).join(", ")})`;

/** The colour at a place between 0 and 1; parts are 0 to 1. */
export function colourAt(place: number): [number, number, number] {
  const x = Math.max(0, Math.min(1, place || 0)) * (STOPS.length - 1);
  const i = Math.min(STOPS.length - 2, Math.floor(x));
  const mix = (k: number) => (STOPS[i][k] + (x - i) * (STOPS[i + 1][k] - STOPS[i][k])) / 255;
  return [mix(0), mix(1), mix(2)];
}

/** A range that follows values: it grows at once and shrinks slowly, so that colours do not flicker. */
export class Range {
  low = 0;
  high = 1;
  private known = false;

  follow(values: ArrayLike<number>, counts: (i: number) => boolean): void {
    let low = Infinity, high = -Infinity;
    for (let i = 0; i < values.length; i++) {
      if (!counts(i) || !Number.isFinite(values[i])) continue;
      low = Math.min(low, values[i]);
      high = Math.max(high, values[i]);
    }
    if (low > high) return;
    const slow = 0.05;
    this.low = !this.known || low < this.low ? low : this.low + slow * (low - this.low);
    this.high = !this.known || high > this.high ? high : this.high + slow * (high - this.high);
    this.known = true;
  }

  place(value: number): number {
    return this.high > this.low ? (value - this.low) / (this.high - this.low) : 0;
  }
}
