import { arc } from '../brush.ts';
import { land, mix, ramp } from '../motion.ts';
import type { Scene } from '../scene.ts';

/** A newspaper drops in; a red brush marks what its headline leaves out. */
export const enHeadlines: Scene = {
  accent: 'coral',
  poster: 8,
  tune: { key: 48, beat: 0.45, steps: '0+7 . 0 10 . 7 5 . 0+12 . 3 . 5 7 . .' },
  captions: [
    [0, 2.2, 'Un titular en inglés se escribe con otras reglas.'],
    [2.2, 4.2, 'Va en presente, aunque ya pasó.'],
    [4.2, 6, 'Y pierde los artículos: falta «a» y falta «the».'],
    [6, 10, 'En una frase normal: «A storm hit the coast». Una tormenta golpeó la costa.'],
  ],
  draw({ ctx, brush, drop, text, seal, accent, ink, soft }, t) {
    const here = land(ramp(t, 0, 0.6));
    ctx.save();
    ctx.translate(360, mix(-300, 462, here));
    ctx.rotate(mix(-0.5, -0.035, here));
    ctx.fillStyle = '#00000022';
    ctx.fillRect(-276, -240, 568, 512);
    ctx.fillStyle = '#fffdf7';
    ctx.fillRect(-284, -252, 568, 512);
    ctx.restore();
    if (here < 1) return;
    const tilt = -0.0056;
    text('The Morning Drop', 352, 276, {
      size: 42,
      weight: 900,
      tilt,
      how: 'none',
      color: ink,
    });
    brush('96,330 620,312', { width: 5, dry: 0 });
    text('STORM', 176, 408, {
      size: 104,
      weight: 1000,
      align: 'left',
      tilt,
      how: 'none',
    });
    text('HITS', 180, 524, {
      size: 104,
      weight: 1000,
      align: 'left',
      tilt,
      how: 'none',
    });
    text('COAST', 186, 640, {
      size: 104,
      weight: 1000,
      align: 'left',
      tilt,
      how: 'none',
    });

    brush(arc(300, 522, 142, 0.62, 1.7, 0.52), {
      width: 13,
      color: accent,
      upTo: ramp(t, 2.2, 0.5),
      dry: 0.4,
    });
    text('ya\npasó', 540, 496, {
      size: 48,
      weight: 900,
      color: accent,
      show: ramp(t, 2.9, 0.3),
      tilt: -0.02,
    });
    insert('a', 134, 408, 4.2);
    insert('the', 138, 640, 4.9);
    function insert(word: string, x: number, y: number, at: number) {
      brush(
        [
          [x - 22, y + 62],
          [x, y + 34],
          [x + 22, y + 60],
        ],
        { width: 9, color: accent, upTo: ramp(t, at, 0.25), dry: 0 },
      );
      text(word, x, y + 6, {
        size: 54,
        weight: 1000,
        color: accent,
        show: ramp(t, at + 0.2, 0.3),
        tilt: -0.0056,
      });
    }
    seal('EN', 596, 770, ramp(t, 0.7, 0.3));
    drop(142, 790, 52, {
      look: [0.7, -0.8],
      blinkAt: t,
      mood: t < 6 ? 'flat' : 'smile',
      legs: true,
    });
    text('*A* storm *hit* *the* coast.', 360, 916, {
      size: 58,
      weight: 900,
      show: ramp(t, 6),
      how: 'wipe',
    });
    text('Una tormenta golpeó la costa.', 360, 996, {
      size: 44,
      weight: 700,
      color: soft,
      show: ramp(t, 6.8),
      how: 'rise',
    });
  },
};
