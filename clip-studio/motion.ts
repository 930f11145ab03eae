/** Time and easing for the clips. Times are seconds from the clip's start; eased values run 0..1. */

export const clamp = (x: number) => Math.min(1, Math.max(0, x));

export const mix = (from: number, to: number, x: number) => from + (to - from) * x;

/** 0 before `from`, 1 after `from + seconds`, straight in between. */
export const ramp = (t: number, from: number, seconds = 0.4) => clamp((t - from) / seconds);

/** Starts and stops gently. */
export const smooth = (x: number) => x * x * (3 - 2 * x);

/** Arrives fast and rests. */
export const land = (x: number) => 1 - (1 - x) ** 3;

/** Leaves slowly, like something dropped. */
export const fall = (x: number) => x * x;

/** Goes a little past its place and comes back. */
export const settle = (x: number) => 1 + 2.4 * (x - 1) ** 3 + 1.4 * (x - 1) ** 2;

/** Falls, then bounces twice on the floor. */
export function bounce(x: number): number {
  if (x < 0.55) return (x / 0.55) ** 2;
  if (x < 0.82) return 1 - 0.16 * (1 - ((x - 0.685) / 0.135) ** 2);
  return 1 - 0.05 * (1 - ((x - 0.91) / 0.09) ** 2);
}

/** 1 while t is inside the stretch, with soft ends: what a passing word's `show` wants. */
export const during = (t: number, from: number, to: number, soft = 0.3) =>
  Math.min(ramp(t, from, soft), 1 - ramp(t, to - soft, soft));

/** A smooth swing between -1 and 1, `period` seconds long. */
export const swing = (t: number, period: number, phase = 0) => Math.sin((t / period + phase) * Math.PI * 2);

/** Repeatable chance: the same seed gives the same numbers, so that a clip made twice is the same clip. */
export function chance(seed: number): () => number {
  let state = (seed * 0x9e3779b1) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = Math.imul(state ^ (state >>> 15), state | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 4294967296;
  };
}
