import { arc } from '../brush.ts';
import { during, land, mix, ramp, smooth, swing } from '../motion.ts';
import type { Scene } from '../scene.ts';

const belt = '-60,430 200,410 560,424 640,520 560,622 200,630 92,724 170,822 420,838 790,820';
const plates = [
  { x: 230, y: 372, word: '私', particle: 'は', role: 'tema:\nyo', roleX: 548, at: 0.5 },
  { x: 420, y: 576, word: 'すし', particle: 'を', role: 'objeto:\nel sushi', roleX: 170, at: 2.2 },
  { x: 280, y: 784, word: '食べます', particle: '', role: 'verbo,\nal final', roleX: 570, at: 4 },
];

/** A sushi belt: each word rides on its plate with the particle that says its job. */
export const jaParticulas: Scene = {
  accent: 'rose',
  poster: 5.8,
  tune: { key: 57, beat: 0.425, steps: '0 . 1 . 5 . 7 8 . 12 . 8 7 . 5 .' },
  captions: [
    [0, 2.2, 'En japonés, una partícula dice qué hace cada palabra. «Wa» marca el tema.'],
    [2.2, 4, '«O» marca lo que recibe la acción: el sushi.'],
    [4, 6.4, 'Y el verbo espera al final: «tabemasu».'],
    [6.4, 9, '«Watashi wa sushi o tabemasu»: yo como sushi.'],
  ],
  draw({ ctx, brush, blot, drop, text, seal, accent, ink, paper, soft }, t) {
    brush(belt, { width: 74, color: '#e9dcc7', dry: 0.3, upTo: land(ramp(t, 0, 0.8)) });
    ctx.globalAlpha = ramp(t, 0.4, 0.5) * 0.35;
    brush(belt, { width: 5, color: soft, dry: 0.4, seed: 3 });
    ctx.globalAlpha = 1;
    for (const [i, plate] of plates.entries()) {
      const come = smooth(ramp(t, plate.at, 0.7));
      if (come <= 0) continue;
      const x = mix(i === 1 ? 900 : -240, plate.x, come);
      const y = plate.y + swing(t, 1.7, i * 0.3) * 3;
      const wide = 62 + [...plate.word].length * 32;
      brush(arc(x, y + 40, wide + 20, 0.5, 0, 0.26), { width: 20, color: ink, dry: 0.2, seed: i });
      brush(
        [
          [x - wide - 22, y + 38],
          [x, y + 44],
          [x + wide + 22, y + 38],
        ],
        { width: 13, color: ink, dry: 0.2, seed: i + 4 },
      );
      text(plate.word, x, y - 14, { size: 88, weight: 900, show: 1, how: 'none', loose: come < 1 });
      const tag = ramp(t, plate.at + 0.75, 0.3);
      if (plate.particle) {
        blot(x + wide + 34, y - 14, 48, { show: land(tag), seed: i + 2, rough: 0.06 });
        text(plate.particle, x + wide + 34, y - 12, { size: 60, weight: 900, color: paper, show: tag });
      }
      text(plate.role, plate.roleX, plate.y - 18, {
        size: 42,
        weight: 800,
        color: soft,
        show: ramp(t, plate.at + 0.9, 0.3),
        how: 'rise',
      });
    }
    text('¿Quién hace qué?', 312, 226, { size: 58, weight: 900, show: during(t, 0, 6.4), how: 'rise' });
    text('Yo como sushi.', 312, 226, { size: 66, weight: 900, color: accent, show: ramp(t, 6.4, 0.4) });
    text('watashi *wa* sushi *o* tabemasu', 360, 996, {
      size: 46,
      weight: 800,
      show: ramp(t, 5.4),
      how: 'wipe',
    });
    drop(606, 906, 32, { look: [-0.8, swing(t, 3) * 0.5], mood: t > 4.8 ? 'open' : 'smile', blinkAt: t });
    seal('あ', 604, 222, ramp(t, 0.4, 0.3));
  },
};
