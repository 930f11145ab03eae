import type { Point } from '../brush.ts';
import { during, land, ramp, settle, swing } from '../motion.ts';
import type { Scene } from '../scene.ts';
import type { Stage } from '../stage.ts';

/** Speech as the old painted books draw it: a curl that leaves the mouth. A stepped fret frames the page. */
export const nahPialli: Scene = {
  accent: 'teal',
  poster: 5.6,
  tune: { key: 50, beat: 0.5, steps: '0 . 7 5 3 . 0 . 10 . 7 . 5 3 0 .' },
  captions: [
    [0, 3.4, 'En el náhuatl de la Huasteca se saluda «pialli»: hola.'],
    [3.4, 6.2, 'Y se agradece con «tlazohcamati»: gracias.'],
    [6.2, 9, 'Lo hablan hoy más de 1.6 millones de personas en México.'],
  ],
  draw(stage, t) {
    const { drop, blot, text, seal, accent, soft } = stage;
    fret(stage, 60, ramp(t, 0, 1.2), 1);
    fret(stage, 1186, ramp(t, 0.2, 1.2), -1);
    const first = during(t, 0.4, 3.4, 0.4);
    const second = ramp(t, 3.5, 0.5);
    blot(168, 716, 150, { alpha: 0.13, seed: 3, show: land(ramp(t, 0.1, 0.5)) });
    blot(556, 716, 150, { color: '#c97300', alpha: 0.16, seed: 8, show: land(ramp(t, 0.3, 0.5)) });
    drop(160, 760, 76, {
      look: [0.9, 0],
      lean: 0.12,
      mood: t > 0.5 && t < 2.4 ? 'open' : 'smile',
      blinkAt: t,
      legs: true,
      arms: [-0.12, t < 3 ? 0.12 + swing(t, 0.7) * 0.04 : -0.1],
    });
    drop(560, 764, 70, {
      look: [-0.9, 0],
      lean: -0.12,
      mood: t > 3.6 && t < 5.4 ? 'open' : 'smile',
      blinkAt: t + 1,
      legs: true,
      body: '#3d2a1c',
      squash: t > 3.4 && t < 4.2 ? 0.16 : 0,
    });
    curl(stage, 234, 690, 1, Math.max(first, second), '#0f8378', t);
    if (second > 0) curl(stage, 490, 690, -1, second, '#c97300', t);

    text('Pialli', 250, 270, {
      size: 138,
      weight: 1000,
      color: accent,
      show: ramp(t, 0.5, 0.5),
      how: 'letters',
    });
    text('hola', 536, 284, { size: 60, weight: 800, show: ramp(t, 1.3), how: 'rise' });
    text('Tlazohcamati', 360, 410, {
      size: 92,
      weight: 1000,
      color: '#c97300',
      show: ramp(t, 3.6, 0.8),
      how: 'letters',
    });
    text('gracias', 360, 498, { size: 60, weight: 800, show: ramp(t, 4.5), how: 'rise' });
    text('náhuatl: lengua viva', 360, 936, { size: 54, weight: 900, show: ramp(t, 6.1), how: 'rise' });
    text('más de 1.6 millones de hablantes', 360, 1010, {
      size: 38,
      weight: 700,
      color: soft,
      show: ramp(t, 6.6),
      how: 'rise',
    });
    seal('NAH', 610, 520, ramp(t, 0.6, 0.3));
  },
};

/** A speech scroll that unrolls upwards from (x, y) towards `side`. */
function curl({ brush }: Stage, x: number, y: number, side: number, show: number, color: string, t: number) {
  const points: Point[] = Array.from({ length: 26 }, (_, i) => {
    const along = i / 25;
    const angle = -0.5 + along * Math.PI * 3.4;
    const radius = 56 * (1 - along * 0.7);
    return [
      x + side * (56 + Math.sin(angle) * radius),
      y - 70 + Math.cos(angle) * radius + swing(t, 1.6) * 3,
    ] as const;
  });
  brush(points, { width: 15, color, upTo: settle(show), dry: 0.2 });
}

/** A band of stepped frets across the page. */
function fret({ brush, accent, ink }: Stage, y: number, show: number, down: number) {
  for (let i = 0; i < 6; i++) {
    const x = i * 128 - 24;
    const step: Point[] = [
      [x, y + 34 * down],
      [x + 1, y - 28 * down],
      [x + 84, y - 28 * down],
      [x + 85, y + 14 * down],
      [x + 36, y + 14 * down],
      [x + 36, y - 4 * down],
    ];
    for (let k = 0; k < step.length - 1; k++)
      brush([step[k]!, step[k + 1]!], {
        width: 13,
        color: i % 2 ? ink : accent,
        dry: 0,
        upTo: ramp(show, i * 0.1 + k * 0.06, 0.1),
      });
  }
}
