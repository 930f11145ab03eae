import { arc } from '../brush.ts';
import { land, ramp, swing } from '../motion.ts';
import type { Scene } from '../scene.ts';
import type { Stage } from '../stage.ts';

const bands = [
  { y: 300, at: 0, spanish: 'guau', english: 'woof!', head: dog },
  { y: 604, at: 2.2, spanish: 'miau', english: 'meow!', head: cat },
  {
    y: 912,
    at: 4.4,
    spanish: 'quiquiriquí',
    english: 'cock-a-\ndoodle-doo!',
    head: rooster,
  },
];

/** Three painted animals, one above the other, each says its word in two languages. */
export const enAnimals: Scene = {
  accent: 'marigold',
  poster: 7,
  tune: {
    key: 60,
    beat: 0.275,
    steps: '0 4 7 . 12 . 7 . 2 5 9 . 14 . 9 . 4 7 11 12 16 . 12 .',
  },
  captions: [
    [0, 2.2, 'En inglés, el perro no dice «guau»: dice «woof».'],
    [2.2, 4.4, 'El gato no dice «miau»: dice «meow».'],
    [4.4, 9, 'Y el gallo no dice «quiquiriquí»: ¡dice «cock-a-doodle-doo»!'],
  ],
  draw(stage, t) {
    const { ctx, brush, text, seal, accent, soft } = stage;
    for (const { y, at, spanish, english, head } of bands) {
      const here = land(ramp(t, at, 0.45));
      if (here <= 0) continue;
      const loud = t > at + 0.9 && t < at + 2.2 ? Math.abs(swing(t, 0.5)) : 0;
      ctx.save();
      ctx.translate(190 - (1 - here) * 420, y - loud * 16);
      ctx.rotate(loud * 0.05);
      head(stage, loud);
      ctx.restore();
      text(spanish, 348, y - 86, {
        size: 46,
        weight: 700,
        color: soft,
        align: 'left',
        show: ramp(t, at + 0.3),
        how: 'rise',
      });
      const wide = stage.width(spanish, 46, 700);
      brush(
        [
          [340, y - 80],
          [348 + wide + 8, y - 90],
        ],
        { width: 10, upTo: ramp(t, at + 0.8, 0.2), dry: 0.6, color: soft },
      );
      const two = english.includes('\n');
      text(english, 348, y - (two ? 20 : 6), {
        size: two ? 62 : 86,
        weight: 1000,
        color: accent,
        align: 'left',
        max: 300,
        show: ramp(t, at + 0.95, 0.35),
      });
    }
    for (const y of [446, 748])
      brush(
        [
          [70, y],
          [300, y - 8],
          [650, y + 4],
        ],
        {
          width: 5,
          color: soft,
          upTo: land(ramp(t, (y - 446) / 140 + 1.9, 0.5)),
          dry: 0.9,
        },
      );
    seal('EN', 606, 206, ramp(t, 0.5, 0.3));
  },
};

function eyes({ blot, paper, ink }: Stage, apart: number, y: number) {
  for (const side of [-1, 1]) {
    blot(side * apart, y, 15, { color: paper, rough: 0.02 });
    blot(side * apart + 3, y + 2, 7, { color: ink, rough: 0.02 });
  }
}

function dog(stage: Stage, loud: number) {
  const { brush, blot, ink, paper, accent } = stage;
  blot(0, 0, 96, { color: ink, seed: 4, rough: 0.04 });
  brush('-62,-72 -106,-30 -98,64', { width: 56, color: ink, dry: 0.2 });
  brush('62,-72 106,-30 98,64', { width: 56, color: ink, dry: 0.2 });
  eyes(stage, 36, -20);
  blot(0, 36, 46, { color: paper, flat: 0.78, rough: 0.03 });
  blot(0, 16, 17, { color: ink, flat: 0.75 });
  blot(0, 52 + loud * 6, 14 + loud * 10, { color: accent, rough: 0.03 });
}

function cat(stage: Stage, loud: number) {
  const { ctx, brush, blot, ink, accent } = stage;
  brush(arc(0, 8, 84, 0, 1.02), { width: 20, color: ink, dry: 0.2, seed: 9 });
  ctx.fillStyle = ink;
  for (const side of [-1, 1]) {
    ctx.beginPath();
    ctx.moveTo(side * 84, -22);
    ctx.lineTo(side * 88, -118);
    ctx.lineTo(side * 22, -72);
    ctx.fill();
    for (const tilt of [-8, 10])
      brush(
        [
          [side * 52, 36 + tilt],
          [side * 126, 30 + tilt * 2.4],
        ],
        { width: 6, color: ink, dry: 0.3 },
      );
    blot(side * 34, -6, 11, { color: ink, flat: 1.5, rough: 0.02 });
  }
  blot(0, 26, 11, { color: accent, flat: 0.8 });
  if (loud > 0.1) blot(0, 56, 8 + loud * 12, { color: ink });
  else brush('-26,46 -10,56 0,42 10,56 26,46', { width: 6, color: ink, dry: 0 });
}

function rooster(stage: Stage, loud: number) {
  const { ctx, blot, brush, ink, accent } = stage;
  for (const [x, y, r] of [
    [-42, -94, 30],
    [2, -112, 36],
    [46, -94, 30],
  ] as const)
    blot(x, y, r, { color: accent, seed: x + 60 });
  blot(0, -14, 80, { color: ink, seed: 8, rough: 0.03 });
  for (const x of [-60, -36, -12, 12, 36, 60])
    brush(
      [
        [x * 0.9, 20],
        [x * 1.3, 80],
        [x * 1.75, 128],
      ],
      { width: 44, color: ink, dry: 0.9, seed: x + 70 },
    );
  eyes(stage, 38, -22);
  ctx.fillStyle = '#e9a21f';
  const open = loud * 20;
  for (const way of [-1, 1]) {
    ctx.beginPath();
    ctx.moveTo(-26, 18);
    ctx.lineTo(26, 18);
    ctx.lineTo(0, 18 + (way < 0 ? 24 - open * 0.2 : 30 + open));
    ctx.fill();
  }
  blot(-12, 62 + open, 15, { color: accent, flat: 1.4 });
  blot(12, 62 + open, 15, { color: accent, flat: 1.4 });
}
