import { arc } from '../brush.ts';
import { during, ramp, settle, swing } from '../motion.ts';
import type { Scene } from '../scene.ts';

/** A giant mouth that shows where the tongue goes. */
export const enThSound: Scene = {
  accent: 'rose',
  poster: 4.2,
  tune: {
    key: 52,
    beat: 0.45,
    steps: '0 . 7 . 12 . 7 . 10 . 5 .',
    hums: [[5.7, 1.1, 0, 0]],
  },
  captions: [
    [0, 2.6, 'Para la «th» del inglés, asoma la lengua entre los dientes.'],
    [2.6, 5.2, 'En «think» sale solo aire.'],
    [5.2, 9, 'En «this» la lengua está igual, pero la garganta vibra.'],
  ],
  draw({ ctx, brush, blot, text, seal, accent, ink, soft }, t) {
    const out = settle(ramp(t, 1, 0.6));
    const voiced = during(t, 5.6, 7.2);
    const shake = voiced * swing(t, 0.06) * 3;
    seal('EN', 130, 214, ramp(t, 0.2, 0.3));
    text('th', 360, 238, { size: 190, weight: 900, show: ramp(t, 0, 0.4) });

    ctx.save();
    ctx.translate(shake, 0);
    blot(360, 560, 232, { color: ink, flat: 0.6, seed: 3, rough: 0.03 });
    teeth(ctx, 668, -1);
    ctx.fillStyle = '#e9657f';
    ctx.beginPath();
    ctx.ellipse(360, 582 + 18 * out, 108, 28 + 52 * out, 0, 0, Math.PI * 2);
    ctx.fill();
    ctx.globalAlpha = 0.35 * out;
    brush('360,590 361,620 360,646', { width: 8, color: '#211d2b', dry: 0.2 });
    ctx.globalAlpha = 1;
    teeth(ctx, 446, 1);
    brush(arc(360, 560, 240, 0.49, 1.01, 0.68), {
      width: 48,
      color: accent,
      dry: 0.1,
      seed: 5,
    });
    brush(arc(360, 562, 240, 0.51, -0.01, 0.66), {
      width: 54,
      color: accent,
      dry: 0.1,
      seed: 8,
    });
    ctx.restore();

    const air = during(t, 2.9, 5.1);
    for (const [i, y] of [540, 590, 640].entries()) {
      const at = (t * 1.5 + i * 0.3) % 1;
      for (const side of [-1, 1]) {
        ctx.globalAlpha = air * Math.sin(at * Math.PI);
        const x = 360 + side * (262 + at * 50);
        brush(
          [
            [x - side * 26, y - 6],
            [x, y + 5],
            [x + side * 26, y - 4],
          ],
          { width: 8, color: soft, dry: 0.2 },
        );
      }
    }
    ctx.globalAlpha = 1;
    text('La lengua, entre\nlos dientes', 360, 832, {
      size: 60,
      show: during(t, 0.9, 2.7),
      how: 'rise',
    });
    text('*th*ink', 360, 834, {
      size: 112,
      weight: 900,
      show: during(t, 2.7, 5.3),
    });
    text('sin voz: solo aire', 360, 946, {
      size: 48,
      weight: 700,
      color: soft,
      show: during(t, 3, 5.3),
      how: 'rise',
    });
    text('*th*is', 360, 834, { size: 112, weight: 900, show: ramp(t, 5.3) });
    text('con voz: la garganta vibra', 360, 946, {
      size: 48,
      weight: 700,
      color: soft,
      show: ramp(t, 5.6),
      how: 'rise',
    });
  },
};

/** A row of teeth; `down` is 1 for the upper row, -1 for the lower. */
function teeth(ctx: CanvasRenderingContext2D, edge: number, down: 1 | -1) {
  ctx.fillStyle = '#fffaf0';
  for (let i = -2; i <= 2; i++) {
    const high = 92 - Math.abs(i) * 12;
    const top = edge + down * Math.abs(i) * 10;
    ctx.beginPath();
    ctx.roundRect(360 + i * 66 - 31, down === 1 ? top : top - high, 62, high, 18);
    ctx.fill();
  }
}
