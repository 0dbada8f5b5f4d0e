// How much each picture may cost. Steps down by itself where pictures come too slowly, and up again where there is time to spare.

export interface Quality {
  /** Pixels of the picture per pixel of the page, at most. */
  ratio: number;
  shadows: boolean;
  mirrors: boolean;
}

const LADDER: Quality[] = [
  { ratio: 2, shadows: true, mirrors: true },
  { ratio: 1, shadows: true, mirrors: true },
  { ratio: 0.75, shadows: true, mirrors: false },
  { ratio: 0.75, shadows: false, mirrors: false },
  { ratio: 0.5, shadows: false, mirrors: false },
  { ratio: 0.35, shadows: false, mirrors: false },
];
const SLOW = 75; // ms for a picture, above which the next step down is taken
const FAST = 22; // below which a step up is tried
const SAMPLES = 12; // pictures that are averaged
const WORST = 1500; // ms after which a step is taken earlier

/** True where a processor draws instead of a graphics card. */
export function drawsInSoftware(): boolean {
  const gl = document.createElement("canvas").getContext("webgl2");
  if (!gl) return true;
  const info = gl.getExtension("WEBGL_debug_renderer_info");
  const name = String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
  gl.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
}

export class Governor {
  level: number;
  private sum = 0;
  private count = 0;
  private best: number;

  constructor(readonly software: boolean) {
    this.level = software ? 2 : 0;
    this.best = software ? 1 : 0;
  }

  get quality(): Quality {
    return LADDER[this.level];
  }

  /** Takes what a picture has cost [ms]; true where the quality has changed. */
  drawn(cost: number): boolean {
    this.sum += Math.min(cost, WORST);
    if (++this.count < SAMPLES && this.sum < WORST) return false;
    const mean = this.sum / this.count;
    this.sum = this.count = 0;
    if (mean > SLOW && this.level + 1 < LADDER.length) {
      this.level++;
      this.best = Math.max(this.best, this.level);
      return true;
    }
    // What was too slow once is not tried again.
    if (mean < FAST && this.level > this.best) {
      this.level--;
      return true;
    }
    return false;
  }
}
