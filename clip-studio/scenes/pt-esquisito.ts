import { arc } from '../brush.ts';
import { during, land, ramp, settle, swing } from '../motion.ts';
import type { Scene } from '../scene.ts';

/** A dish under its cover: the word promises a delicacy, and something odd looks out. */
export const ptEsquisito: Scene = {
  accent: 'violet',
  poster: 4.4,
  tune: { key: 55, beat: 0.4, steps: '0 4 7 . 12 . . . 0 1 6 . 1 . 7 .' },
  captions: [
    [0, 2.4, 'En portugués, ¿«esquisito» es delicioso?'],
    [2.4, 5.2, 'No: «esquisito» quiere decir raro.'],
    [5.2, 9, '«Que cheiro esquisito!»: ¡qué olor tan raro!'],
  ],
  draw({ ctx, brush, blot, text, seal, accent, ink, paper, soft }, t) {
    const lift = settle(ramp(t, 2.3, 0.6));
    text('esquisito', 360, 240, { size: 132, weight: 1000, show: ramp(t, 0, 0.7), how: 'letters' });
    text('¿delicioso?', 360, 370, {
      size: 64,
      weight: 700,
      color: soft,
      show: during(t, 0.8, 2.6),
      how: 'rise',
    });
    text('¡No! *raro*', 360, 370, { size: 84, weight: 1000, show: ramp(t, 2.7, 0.4) });

    for (const [i, x] of [280, 360, 440].entries()) {
      const at = (t * 0.5 + i * 0.37) % 1;
      ctx.globalAlpha = Math.sin(at * Math.PI) * 0.7 * ramp(t, 2.9, 0.6);
      const y = 600 - at * 130;
      brush(
        [
          [x, y + 60],
          [x + 16, y + 34],
          [x - 12, y + 8],
          [x + 8, y - 20],
        ],
        { width: 11, color: accent, dry: 0.3, seed: i },
      );
    }
    ctx.globalAlpha = 1;
    if (lift > 0.05) creature(t, lift);
    brush('110,824 360,836 612,822', { width: 30, dry: 0.4, seed: 3 });
    brush('210,862 360,870 510,860', { width: 22, dry: 0.5, seed: 5 });

    ctx.save();
    ctx.translate(360 + lift * 226, 812 - lift * 190);
    ctx.rotate(lift * 0.95);
    ctx.globalAlpha = 1 - ramp(t, 2.75, 0.3);
    ctx.fillStyle = ink;
    ctx.beginPath();
    ctx.ellipse(0, 0, 206, 214, 0, Math.PI, 0);
    ctx.fill();
    blot(0, -226, 24, { color: accent, seed: 2 });
    ctx.globalAlpha *= 0.45;
    brush(arc(0, 0, 164, 0.56, 0.7), { width: 11, color: paper, dry: 0.4 });
    ctx.restore();

    text('Que cheiro *esquisito!*', 360, 950, { size: 60, weight: 800, show: ramp(t, 5.2), how: 'rise' });
    text('¡Qué olor tan raro!', 360, 1024, {
      size: 44,
      weight: 700,
      color: soft,
      show: ramp(t, 5.9),
      how: 'rise',
    });
    seal('PT', 604, 480, land(ramp(t, 0.5, 0.3)));

    /** Tentacles and three eyes. */
    function creature(now: number, shown: number) {
      for (const [i, x] of [-120, -70, 66, 120].entries()) {
        const wave = swing(now, 1.3, i * 0.23) * 26;
        brush(
          [
            [360 + x * 0.6, 800],
            [360 + x * 1.25 + wave * 0.4, 760],
            [360 + x * 1.5 + wave, 700 - (i % 2) * 30],
          ],
          { width: 30, color: accent, dry: 0.2, upTo: shown, seed: i },
        );
      }
      blot(360, 744, 92 * Math.min(1, shown), { seed: 9, rough: 0.06, flat: 0.95 });
      for (const [i, x] of [-46, 0, 46].entries()) {
        const blink = (now + i * 0.4) % 2.3 < 0.12 ? 0.1 : 1;
        blot(360 + x, 722 - (i === 1 ? 26 : 0), 20, { color: paper, rough: 0.02, flat: blink });
        blot(360 + x + swing(now, 2.4) * 5, 724 - (i === 1 ? 26 : 0), 9, {
          color: ink,
          rough: 0.02,
          flat: blink,
        });
      }
      brush('326,786 346,778 362,788 378,778 396,786', { width: 8, color: paper, dry: 0 });
    }
  },
};
