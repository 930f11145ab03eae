import { clamp, during, land, mix, ramp, smooth, swing } from '../motion.ts';
import type { Scene } from '../scene.ts';
import type { Stage } from '../stage.ts';

/** A sum of pictures: hand plus shoe makes a shoe for the hand. */
export const deHandschuh: Scene = {
  accent: 'coral',
  poster: 5,
  tune: { key: 55, beat: 0.42, steps: '0 . 4 . . 7 . 11 12 . . 7 4 . 0 .' },
  captions: [
    [0, 2.6, '«Hand» es mano y «Schuh» es zapato.'],
    [2.6, 5.4, 'Juntas forman «Handschuh»: un zapato para la mano, el guante.'],
    [5.4, 9, 'El género lo pone la última palabra: «der Schuh», «der Handschuh».'],
  ],
  draw(stage, t) {
    const { ctx, brush, text, seal, accent, soft } = stage;
    const merge = smooth(ramp(t, 2.7, 0.7));
    const apart = 1 - merge;
    ctx.save();
    ctx.globalAlpha = clamp(apart * 2);
    ctx.translate(mix(360, 200, apart), mix(520, 420, apart));
    ctx.scale(land(ramp(t, 0, 0.4)), land(ramp(t, 0, 0.4)));
    ctx.rotate(swing(t, 1.6) * 0.06);
    hand(stage, stage.ink);
    ctx.restore();
    ctx.save();
    ctx.globalAlpha = clamp(apart * 2);
    ctx.translate(mix(360, 520, apart), mix(520, 420, apart));
    const stomp = Math.abs(swing(t, 0.9)) * 14;
    if (t > 1) shoe(stage, 1 - (1 - ramp(t, 1, 0.35)) ** 3, stomp);
    ctx.restore();
    if (merge > 0.6) {
      ctx.save();
      ctx.translate(360, 500);
      const grow = mix(0.5, 1.45, land(ramp(t, 3.2, 0.4)));
      ctx.scale(grow, grow);
      ctx.rotate(swing(t, 1.2) * 0.12);
      hand(stage, accent);
      brush('-52,108 0,116 54,108', { width: 34, color: stage.ink, dry: 0.2 });
      ctx.restore();
    }
    const before = (at: number) => ramp(t, at, 0.35) * (1 - ramp(t, 2.7, 0.3));
    text('Hand', 200, 656, { size: 92, weight: 1000, show: before(0.3) });
    text('mano', 200, 740, { size: 46, weight: 700, color: soft, show: before(0.6), how: 'rise' });
    text('+', 360, 520, { size: 110, weight: 900, color: accent, show: before(0.9) });
    text('Schuh', 516, 656, { size: 88, weight: 1000, show: before(1.3) });
    text('zapato', 520, 740, { size: 46, weight: 700, color: soft, show: before(1.6), how: 'rise' });

    text('Hand*schuh*', 360, 790, { size: 116, weight: 1000, show: ramp(t, 3.1, 0.4) });
    text('guante', 360, 890, { size: 54, weight: 700, color: soft, show: during(t, 3.8, 5.6), how: 'rise' });
    text('*der* Schuh = *der* Handschuh', 360, 900, {
      size: 46,
      weight: 800,
      show: ramp(t, 5.6),
      how: 'wipe',
    });
    text('La última palabra manda.', 360, 976, {
      size: 44,
      weight: 700,
      color: soft,
      show: ramp(t, 6.3),
      how: 'rise',
    });
    text('Palabras que suman', 360, 232, { size: 62, weight: 900, show: ramp(t, 0, 0.4), how: 'rise' });
    seal('DE', 614, 306, ramp(t, 0.5, 0.3));
  },
};

function hand({ brush, blot }: Stage, color: string) {
  blot(0, 40, 62, { color, seed: 3, rough: 0.04, flat: 1.1 });
  for (const [x, lean, high] of [
    [-40, -26, -84],
    [-14, -8, -112],
    [16, 10, -106],
    [42, 30, -74],
  ] as const) {
    brush(
      [
        [x, 30],
        [x + lean * 0.6, high / 2],
        [x + lean, high],
      ],
      { width: 34, color, dry: 0.1, seed: x + 50 },
    );
  }
  brush('36,70 84,44 112,4', { width: 36, color, dry: 0.1 });
}

function shoe({ ctx, brush, ink, paper }: Stage, shown: number, stomp: number) {
  ctx.scale(shown, shown);
  ctx.translate(0, 40 - stomp);
  ctx.fillStyle = ink;
  ctx.beginPath();
  ctx.moveTo(-96, 44);
  ctx.lineTo(-92, -84);
  ctx.quadraticCurveTo(-50, -66, -14, -84);
  ctx.quadraticCurveTo(0, -26, 60, -16);
  ctx.quadraticCurveTo(116, -4, 112, 44);
  ctx.fill();
  brush('-112,54 0,60 122,54', { width: 22, color: ink, dry: 0.2 });
  for (const y of [-52, -26, 0])
    brush(
      [
        [-20 + y * -0.3, y - 10],
        [26 + y * -0.2, y + 2],
      ],
      { width: 8, color: paper, dry: 0 },
    );
}
