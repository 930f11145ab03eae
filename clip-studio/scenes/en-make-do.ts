import { arc } from '../brush.ts';
import { during, mix, ramp, settle, swing } from '../motion.ts';
import type { Scene } from '../scene.ts';

const falling = [
  { verb: 'make', words: 'a decision', spanish: 'tomar una decisión', at: 0.9 },
  { verb: 'do', words: 'homework', spanish: 'hacer la tarea', at: 2.6 },
  { verb: 'make', words: 'a mistake', spanish: 'cometer un error', at: 4.3 },
  { verb: 'do', words: 'the dishes', spanish: 'lavar los platos', at: 6 },
];

/** Words rain into two bowls: the verb each belongs with. */
export const enMakeDo: Scene = {
  accent: 'teal',
  poster: 5.3,
  tune: { key: 57, beat: 0.425, steps: '0 . 7 4 . 12 . 9 2 . 9 5 . 7 . .' },
  captions: [
    [0, 0.9, '¿Make o do?'],
    [0.9, 2.6, '«Make a decision»: tomar una decisión.'],
    [2.6, 4.3, '«Do homework»: hacer la tarea.'],
    [4.3, 6, '«Make a mistake»: cometer un error.'],
    [6, 9, '«Do the dishes»: lavar los platos. Apréndelos en pareja.'],
  ],
  draw({ ctx, brush, drop, text, seal, accent, ink, paper, soft }, t) {
    text('¿*make* o do?', 360, 226, {
      size: 92,
      weight: 900,
      show: ramp(t, 0, 0.4),
    });
    for (const [verb, x, color] of [
      ['make', 206, accent],
      ['do', 514, ink],
    ] as const) {
      const landed = falling.filter((word) => word.verb === verb && t > word.at + 0.6);
      const dip = Math.max(0, ...landed.map((word) => 1 - ramp(t, word.at + 0.6, 0.4))) * 10;
      for (const [i, word] of landed.entries()) {
        const show = ramp(t, word.at + 0.6, 0.3);
        drop(x - 52 + i * 104, 776 + dip, 44 * settle(show), {
          body: color,
          cheeks: paper,
          look: [0, -0.6],
          blinkAt: t + i,
          lean: 0.2 - i * 0.4,
        });
      }
      ctx.fillStyle = color;
      ctx.beginPath();
      ctx.ellipse(x, 800 + dip, 138, 150, 0, 0, Math.PI);
      ctx.fill();
      brush(
        [
          [x - 152, 800 + dip],
          [x, 808 + dip],
          [x + 152, 800 + dip],
        ],
        { width: 24, color, dry: 0.3 },
      );
      brush(arc(x, 958 + dip, 54, 0.5, 1, 0.2), { width: 18, color, dry: 0.3 });
      text(verb, x, 872 + dip, {
        size: 66,
        weight: 900,
        color: paper,
        show: 1,
        how: 'none',
      });
    }
    for (const word of falling) {
      const side = word.verb === 'make' ? -1 : 1;
      const down = ramp(t, word.at, 0.65);
      if (down > 0 && down < 1) {
        drop(360 + side * 154 * down, mix(640, 770, down) - Math.sin(down * Math.PI) * 70, 34, {
          mood: 'open',
          body: side < 0 ? accent : ink,
          cheeks: paper,
          lean: -side * 0.3,
        });
      }
      const show = during(t, word.at + 0.2, word.at + (word.at > 5 ? 9 : 1.75), 0.22);
      text(`${word.verb === 'make' ? '*make*' : 'do'} ${word.words}`, 360, 420, {
        size: 76,
        weight: 900,
        show,
      });
      text(word.spanish, 360, 508, {
        size: 48,
        weight: 700,
        color: soft,
        show,
        how: 'rise',
      });
    }
    drop(360, 640 + swing(t, 1.4) * 5, 42, {
      look: [swing(t, 3.4), 0.5],
      blinkAt: t,
    });
    seal('EN', 604, 640, ramp(t, 0.4, 0.3));
  },
};
