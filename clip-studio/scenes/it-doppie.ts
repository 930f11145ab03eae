import { bounce, clamp, ramp, settle, swing } from '../motion.ts';
import type { Scene } from '../scene.ts';

/** Two halves, paper and ink: one letter digs, two letters bounce. */
export const itDoppie: Scene = {
  accent: 'leaf',
  poster: 5.4,
  tune: { key: 57, beat: 0.35, steps: '0 . 7 . . . 4 . 0 . 7 7 . . 4 4' },
  captions: [
    [0, 2.8, 'En italiano, «pala» es una pala.'],
    [2.8, 5.6, 'Con doble ele, «palla» es una pelota.'],
    [5.6, 8, 'La doble consonante se sostiene: dura el doble.'],
  ],
  draw({ ctx, brush, blot, text, seal, accent, ink, paper }, t) {
    const rise = settle(ramp(t, 2.6, 0.5));
    const edge = 1310 - 710 * rise;
    ctx.save();
    const dig = Math.max(0, swing(t, 1.4)) * 26;
    ctx.translate(520, 348 + dig);
    ctx.rotate(0.35);
    brush('0,-130 2,0 0,60', { width: 17, dry: 0.1 });
    brush('-34,-132 0,-138 36,-132', { width: 20, dry: 0.1 });
    ctx.fillStyle = accent;
    ctx.beginPath();
    ctx.moveTo(-54, 48);
    ctx.lineTo(54, 48);
    ctx.quadraticCurveTo(60, 150, 0, 194);
    ctx.quadraticCurveTo(-60, 150, -54, 48);
    ctx.fill();
    ctx.restore();
    text('pa*l*a', 250, 292, { size: 156, weight: 1000, show: ramp(t, 0, 0.4) });
    text('pala', 240, 412, { size: 50, weight: 700, show: ramp(t, 0.7), how: 'rise' });
    lengthBar(1, 500, accent, ramp(t, 1.1, 0.25));

    ctx.fillStyle = ink;
    ctx.beginPath();
    ctx.moveTo(0, 1280);
    for (let x = 0; x <= 720; x += 20)
      ctx.lineTo(x, edge + swing(x / 720, 1.3) * 9 + swing(x / 720, 0.31) * 4);
    ctx.lineTo(720, 1280);
    ctx.fill();
    if (rise <= 0.5) return seal('IT', 612, 540, ramp(t, 0.5, 0.3));
    const cycle = (t % 1.05) / 1.05;
    const height = cycle < 0.5 ? 1 - bounce(cycle * 1.1) : 1 - (1 - (cycle - 0.5) * 2) ** 2;
    const squeeze = clamp(1 - height * 7);
    ctx.save();
    ctx.translate(562, 992 - height * 210);
    ctx.scale(1 + squeeze * 0.16, 1 - squeeze * 0.2);
    ctx.translate(0, -62);
    blot(0, 0, 64, { color: paper, rough: 0.02 });
    ctx.rotate(t * 2.4);
    for (const bend of [-36, 0, 36])
      brush(
        [
          [bend * 0.5, -56],
          [bend, 0],
          [bend * 0.5, 56],
        ],
        { width: 11, color: accent, dry: 0 },
      );
    ctx.restore();
    text('palla', 252, 762, { size: 136, weight: 1000, color: paper, show: ramp(t, 2.9, 0.4) });
    text('pelota', 234, 884, { size: 50, weight: 700, color: paper, show: ramp(t, 3.6), how: 'rise' });
    lengthBar(2, 976, '#7fd184', ramp(t, 4.1, 0.5));
    text('la doble se sostiene', 248, 1024, {
      size: 38,
      weight: 800,
      color: paper,
      show: ramp(t, 5.6),
      how: 'rise',
      max: 380,
    });
    seal('IT', 612, 540, ramp(t, 0.5, 0.3));

    function lengthBar(beats: number, y: number, color: string, show: number) {
      brush(
        [
          [110, y],
          [110 + 110 * beats, y - 4],
        ],
        { width: 26, color, upTo: show, dry: 0.3, seed: beats },
      );
    }
  },
};
