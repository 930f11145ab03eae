import { curve, type Point } from '../brush.ts';
import { during, land, ramp, smooth, swing } from '../motion.ts';
import type { Scene } from '../scene.ts';
import type { Stage } from '../stage.ts';

const family = 'Baloo Bhaijaan 2';

/** By night, under an arch, a star turns; the greeting is written from right to left and answered. */
export const arSalam: Scene = {
  accent: 'marigold',
  night: true,
  poster: 7,
  tune: { key: 50, beat: 0.5, steps: '0 . 1 4 . 5 7 . 8 . 7 5 . 4 1 .' },
  captions: [
    [0, 3.6, '«As-salamu alaikum»: la paz sea con ustedes. Se lee de derecha a izquierda.'],
    [3.6, 6.6, 'Se responde al revés: «wa-alaikumu s-salam», y con ustedes la paz.'],
    [6.6, 9, 'Así se saluda en todo el mundo árabe.'],
  ],
  draw(stage, t) {
    const { ctx, brush, arrow, drop, text, seal, accent, ink, paper, soft } = stage;
    const rise = land(ramp(t, 0, 0.7));
    const left: Point[] = [
      [42, 1290],
      [40, 640],
      [96, 440],
      [250, 268],
      [360, 100],
    ].map(([x, y]) => [x!, 1290 - (1290 - y!) * rise]);
    const right = left.map(([x, y]): Point => [720 - x, y]);
    ctx.fillStyle = '#322b40';
    ctx.beginPath();
    for (const [x, y] of [...curve(left), ...curve(right).reverse()]) ctx.lineTo(x, y);
    ctx.fill();
    star(stage, 360, 336, 78 * rise, t * 0.25);
    brush(left, { width: 12, color: accent, dry: 0.4 });
    brush([[356, 1290 - 1196 * rise], ...right.toReversed()], {
      width: 12,
      color: accent,
      dry: 0.4,
      seed: 4,
    });

    text('السلام عليكم', 360, 506, {
      size: 104,
      weight: 800,
      family,
      show: smooth(ramp(t, 0.5, 1.2)),
      how: 'wipe-left',
      max: 540,
    });
    arrow([560, 588], [170, 588], { width: 9, color: accent, upTo: during(t, 0.7, 3.5, 0.9), bend: -12 });
    text('as-salamu alaikum', 360, 640, {
      size: 46,
      weight: 800,
      color: accent,
      show: ramp(t, 1.8),
      how: 'rise',
      max: 540,
    });
    text('La paz sea con ustedes', 360, 704, {
      size: 42,
      weight: 700,
      color: soft,
      show: ramp(t, 2.3),
      how: 'rise',
      max: 540,
    });

    text('وعليكم السلام', 360, 804, {
      size: 104,
      weight: 800,
      family,
      show: smooth(ramp(t, 3.8, 1.1)),
      how: 'wipe-left',
      max: 540,
      color: accent,
    });
    text('wa-alaikumu s-salam', 360, 916, {
      size: 46,
      weight: 800,
      show: ramp(t, 4.9),
      how: 'rise',
      max: 540,
    });
    text('Y con ustedes, la paz', 360, 978, {
      size: 42,
      weight: 700,
      color: soft,
      show: ramp(t, 5.4),
      how: 'rise',
      max: 540,
    });
    drop(360, 352, 34, {
      body: paper,
      face: ink,
      cheeks: accent,
      blinkAt: t,
      mood: t > 3.8 && t < 5 ? 'open' : 'smile',
      look: [swing(t, 3) * 0.5, 0.4],
    });
    seal('ع', 610, 214, ramp(t, 0.6, 0.3), family);
  },
};

/** Two squares that make an eight-pointed star. */
function star({ ctx, accent }: Stage, x: number, y: number, radius: number, turn: number) {
  ctx.save();
  ctx.translate(x, y);
  ctx.fillStyle = accent;
  for (const extra of [0, Math.PI / 4]) {
    ctx.save();
    ctx.rotate(turn + extra);
    ctx.fillRect(-radius, -radius, radius * 2, radius * 2);
    ctx.restore();
  }
  ctx.restore();
}
