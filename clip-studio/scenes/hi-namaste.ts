import { land, mix, ramp, smooth, swing } from '../motion.ts';
import type { Scene } from '../scene.ts';
import type { Stage } from '../stage.ts';

const family = 'Baloo 2';
const syllables = [
  { sign: 'न', sound: 'na', at: 0.7 },
  { sign: 'म', sound: 'ma', at: 1.4 },
  { sign: 'स्ते', sound: 'ste', at: 2.1 },
];

/** The letters hang from a painted line, as they do in Hindi, and close up into one word over a rangoli. */
export const hiNamaste: Scene = {
  accent: 'marigold',
  poster: 5.4,
  tune: { key: 50, beat: 0.35, steps: '0+7 . 4 . 7 . 11 12 . 11 7 . 8 . 4 .' },
  captions: [
    [0, 3.4, 'En hindi, las letras cuelgan de una línea: na, ma, ste.'],
    [3.4, 6, 'Juntas dicen «namasté»: hola, y también adiós.'],
    [6, 9, 'Viene del sánscrito: «namas», reverencia; «te», a ti.'],
  ],
  draw(stage, t) {
    const { ctx, brush, drop, text, seal, accent, soft } = stage;
    rangoli(stage, 360, 560, t);
    const together = smooth(ramp(t, 3.3, 0.5));
    brush(
      [
        [mix(66, 176, together), 424],
        [360, 418],
        [mix(654, 544, together), 426],
      ],
      { width: 22, upTo: land(ramp(t, 0.1, 0.5)), dry: 0.5 },
    );
    if (together < 1) {
      for (const [i, { sign, sound, at }] of syllables.entries()) {
        const x = mix([172, 352, 540][i]!, [262, 346, 440][i]!, together);
        const sway = swing(t - at, 1.3) * 0.12 * (1 - ramp(t, at + 0.4, 1.4));
        ctx.save();
        ctx.translate(x, 424);
        ctx.rotate(sway);
        text(sign, 0, 44, {
          size: 168,
          weight: 700,
          family,
          show: ramp(t, at, 0.35) * (1 - ramp(together, 0.8, 0.2)),
          how: 'pop',
          loose: true,
        });
        ctx.restore();
        text(sound, x, 640, {
          size: 62,
          weight: 900,
          color: accent,
          show: ramp(t, at + 0.2, 0.3) * (1 - ramp(t, 3.2, 0.2)),
        });
      }
    }
    text('नमस्ते', 360, 459, { size: 190, weight: 700, family, show: ramp(t, 3.7, 0.3), how: 'pop' });
    text('namasté', 360, 662, { size: 76, weight: 1000, color: accent, show: ramp(t, 4), how: 'rise' });
    text('Las letras cuelgan', 300, 230, {
      size: 58,
      weight: 900,
      show: ramp(t, 0, 0.4),
      how: 'rise',
      max: 470,
    });
    drop(360, 848, 60, {
      mood: t > 3.8 ? 'smile' : 'open',
      squash: Math.sin(ramp(t, 3.9, 1.2) * Math.PI) * 0.24,
      look: [0, t > 3.9 && t < 5.1 ? 0.9 : -0.6],
      blinkAt: t,
    });
    text('namas = reverencia  ·  te = a ti', 360, 968, {
      size: 42,
      weight: 800,
      show: ramp(t, 6),
      how: 'rise',
    });
    text('Sirve para hola y para adiós.', 360, 1028, {
      size: 38,
      weight: 700,
      color: soft,
      show: ramp(t, 6.6),
      how: 'rise',
    });
    seal('हि', 604, 226, ramp(t, 0.5, 0.3), family);
  },
};

/** Rings of petals and dots that open from the middle. */
function rangoli({ ctx, blot, accent }: Stage, x: number, y: number, t: number) {
  ctx.save();
  ctx.translate(x, y);
  ctx.rotate(t * 0.08);
  for (const [ring, count, radius, size] of [
    [0, 10, 150, 30],
    [1, 16, 232, 26],
    [2, 24, 308, 16],
    [3, 32, 366, 10],
  ] as const) {
    const show = land(ramp(t, 3.2 + ring * 0.2, 0.5));
    for (let i = 0; i < count; i++) {
      const angle = (i / count) * Math.PI * 2;
      ctx.save();
      ctx.rotate(angle);
      ctx.translate(radius, 0);
      ctx.scale(1.5, 0.8);
      blot(0, 0, size, { color: ring % 2 ? '#d9487a' : accent, alpha: 0.2, seed: 3, rough: 0.03, show });
      ctx.restore();
    }
  }
  ctx.restore();
}
