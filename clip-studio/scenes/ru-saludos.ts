import { chance, during, land, mix, ramp, settle, swing } from '../motion.ts';
import type { Scene } from '../scene.ts';
import type { Stage } from '../stage.ts';

/** Nesting dolls: the more respect, the bigger the doll and the longer the word. */
export const ruSaludos: Scene = {
  accent: 'coral',
  poster: 6.4,
  tune: { key: 52, beat: 0.4, steps: '0 . 3 2 0 . 7 . 8 . 7 5 3 . 2 .' },
  captions: [
    [0, 3.2, 'Con amigos, el ruso saluda «privet».'],
    [3.2, 6.2, 'Con respeto: «zdravstvuite».'],
    [6.2, 9, 'Es larga, pero la primera «v» no suena: zdrástvuitie.'],
  ],
  draw(stage, t) {
    const { text, seal, accent, soft, ink } = stage;
    const random = chance(5);
    for (let i = 0; i < 34; i++) {
      const [x, start, pace, r] = [random() * 720, random(), 0.06 + random() * 0.06, 3 + random() * 6];
      stage.blot(x + swing(t, 3, i / 7) * 10, ((start + t * pace * 1.11) % 1) * 1280, r, {
        color: i % 5 ? '#d5cbd3' : accent,
        seed: i,
      });
    }
    const grown = settle(ramp(t, 3.1, 0.6));
    doll(stage, 206, mix(820, 852, grown), mix(1.3, 0.72, grown), accent, t, t < 2.4);
    if (grown > 0) doll(stage, 480, 852, 1.62 * grown, ink, t + 1, t > 3.6 && t < 6);
    text('Привет', mix(520, 206, Math.min(1, grown)), mix(560, 600, grown), {
      size: mix(92, 66, grown),
      weight: 1000,
      color: accent,
      show: ramp(t, 0.4, 0.4),
      max: 272,
    });
    text('privét', mix(520, 206, Math.min(1, grown)), mix(650, 668, grown), {
      size: 46,
      weight: 700,
      color: soft,
      show: ramp(t, 0.9),
      how: 'rise',
    });
    text('con amigos', 520, 720, { size: 46, weight: 800, show: during(t, 1.3, 3.2), how: 'rise' });
    text('¿Cómo saludo?', 300, 222, { size: 62, weight: 900, show: during(t, 0, 3.4), how: 'rise' });
    text('Здра*в*ствуйте', 360, 316, { size: 92, weight: 1000, show: ramp(t, 3.5, 0.8), how: 'letters' });
    text('con respeto', 300, 214, { size: 50, weight: 800, show: ramp(t, 4.1), how: 'rise' });
    text('zdrástvuitie', 360, 418, { size: 50, weight: 700, color: soft, show: ramp(t, 4.6), how: 'rise' });
    text('esta *в* no suena', 360, 958, { size: 56, weight: 900, show: ramp(t, 6.2), how: 'rise' });
    const start = 360 - stage.width('Здравствуйте', 92, 1000) / 2 + stage.width('Здра', 92, 1000);
    stage.brush(
      [
        [start + 2, 366],
        [start + 52, 362],
      ],
      { width: 11, color: accent, upTo: ramp(t, 6.2, 0.3), dry: 0.3 },
    );
    seal('RU', 600, 206, land(ramp(t, 0.5, 0.3)));
  },
};

/** A nesting doll standing on (x, y). */
function doll(
  { ctx, drop, blot, brush, paper, ink }: Stage,
  x: number,
  y: number,
  scale: number,
  color: string,
  t: number,
  speaks: boolean,
) {
  ctx.save();
  ctx.translate(x, y);
  ctx.rotate(swing(t, 1.8) * 0.025);
  ctx.scale(scale, scale);
  ctx.fillStyle = color;
  ctx.beginPath();
  ctx.moveTo(-62, 0);
  ctx.bezierCurveTo(-108, -40, -100, -120, -62, -150);
  ctx.bezierCurveTo(-76, -238, 76, -238, 62, -150);
  ctx.bezierCurveTo(100, -120, 108, -40, 62, 0);
  ctx.fill();
  blot(0, -166, 40, { color: paper, rough: 0.02 });
  drop(0, -158, 24, {
    body: paper,
    face: ink,
    cheeks: '#e2492f',
    blinkAt: t,
    mood: speaks ? 'open' : 'smile',
  });
  blot(0, -58, 44, { color: paper, rough: 0.03, flat: 1.1 });
  for (let i = 0; i < 5; i++) {
    const angle = (i / 5) * Math.PI * 2 - 1.57;
    blot(Math.cos(angle) * 17, -60 + Math.sin(angle) * 17, 12, { color: '#e2492f', seed: i });
  }
  blot(0, -60, 8, { color: ink });
  brush('-66,-138 0,-122 66,-138', { width: 9, color: paper, dry: 0.2 });
  ctx.restore();
}
