import { arc } from '../brush.ts';
import { land, mix, ramp, smooth } from '../motion.ts';
import type { Scene } from '../scene.ts';
import type { Stage } from '../stage.ts';

const rows = [360, 510, 660, 810];
const words = [
  { text: 'Ich', after: 'ich', from: 0, to: 2 },
  { text: 'heute', after: 'Heute', from: 2, to: 0 },
  { text: 'Deutsch', after: 'Deutsch', from: 3, to: 3 },
];

/** A column of paper strips: everything moves but the verb, nailed in second place. */
export const deVerboSegundo: Scene = {
  accent: 'marigold',
  poster: 5.6,
  tune: { key: 52, beat: 0.45, steps: '0 . 7 0 . 5 . 4 0 . 7 9 . 7 . .' },
  captions: [
    [0, 2.8, '«Ich lerne heute Deutsch»: hoy estudio alemán.'],
    [2.8, 5.2, 'Si empiezas por «heute», todo se mueve…'],
    [5.2, 9, '…menos el verbo: siempre en segundo lugar. «Heute lerne ich Deutsch».'],
  ],
  draw(stage, t) {
    const { brush, drop, text, seal, accent, ink, soft } = stage;
    text('El verbo no se mueve', 66, 226, {
      size: 48,
      weight: 900,
      align: 'left',
      show: ramp(t, 0, 0.4),
      how: 'rise',
    });
    for (const [i, y] of rows.entries())
      text(`${i + 1}`, 106, y, {
        size: 56,
        weight: 900,
        color: i === 1 ? accent : soft,
        show: ramp(t, 0.2 + i * 0.1, 0.3),
      });
    brush(arc(106, 508, 54, 0.7, 1.68), { width: 9, color: accent, upTo: ramp(t, 5.2, 0.5), dry: 0.6 });
    const moved = smooth(ramp(t, 3, 1.3));
    for (const [i, word] of words.entries()) {
      const come = land(ramp(t, 0.3 + i * 0.22, 0.4));
      const swerve = Math.sin(moved * Math.PI) * (word.to < word.from ? -170 : word.to > word.from ? 150 : 0);
      const x = mix(900, 400, come) + swerve;
      strip(
        stage,
        x,
        mix(rows[word.from]!, rows[word.to]!, moved),
        moved > 0.5 ? word.after : word.text,
        ink,
        i,
      );
    }
    const pin = ramp(t, 1.5, 0.25);
    strip(
      stage,
      mix(900, 400, land(ramp(t, 0.4, 0.4))),
      rows[1]! + (pin > 0 && pin < 1 ? 6 : 0),
      'lerne',
      accent,
      8,
    );
    if (pin > 0) {
      drop(mix(820, 612, pin ** 2), 472, 30, {
        mood: pin < 1 ? 'oh' : 'smile',
        look: [-0.6, 0.3],
        blinkAt: t,
        squash: pin < 1 ? -0.3 : 0,
      });
      if (pin >= 1)
        for (const turn of [0.55, 0.66, 0.84, 0.95])
          brush(
            [
              [612 + Math.cos(turn * 6.28) * 56, 462 + Math.sin(turn * 6.28) * 56],
              [612 + Math.cos(turn * 6.28) * 78, 462 + Math.sin(turn * 6.28) * 78],
            ],
            { width: 7, dry: 0, upTo: 1 - ramp(t, 1.8, 0.4) },
          );
    }
    text(t < 3.4 ? 'Estudio alemán hoy.' : 'Hoy estudio alemán.', 360, 952, {
      size: 46,
      weight: 700,
      color: soft,
      show: ramp(t, 1.6),
      how: 'rise',
    });
    text('2.º lugar = verbo', 360, 1020, { size: 50, weight: 900, color: accent, show: ramp(t, 5.5) });
    seal('DE', 612, 226, ramp(t, 0.6, 0.3));
  },
};

/** A word on a painted strip. */
function strip({ brush, text }: Stage, x: number, y: number, word: string, color: string, seed: number) {
  brush(
    [
      [x - 206, y + 4],
      [x - 60, y - 6],
      [x + 196, y + 2],
    ],
    { width: 112, color, dry: 0.25, seed },
  );
  text(word, x - 20, y - 2, { size: 70, weight: 900, color: '#fff8ec', how: 'none', loose: true });
}
