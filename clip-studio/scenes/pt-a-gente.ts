import { during, land, mix, ramp, smooth, swing } from '../motion.ts';
import type { Scene } from '../scene.ts';

/** On a beach, three drops flow together into one: "a gente" is many and takes the verb of one. */
export const ptAGente: Scene = {
  accent: 'teal',
  poster: 5.6,
  tune: { key: 55, beat: 0.36, steps: '0 . 4 7 . 11 . 9 . 7 2 . 5 . 9 7' },
  captions: [
    [0, 2.4, 'En los libros, «nosotros vamos» es «nós vamos».'],
    [2.4, 5, 'En la calle de Brasil se dice «a gente».'],
    [5, 9, 'Somos varios, pero el verbo va como si fuera uno: «a gente vai».'],
  ],
  draw({ ctx, brush, blot, drop, text, seal, accent, ink, soft }, t) {
    blot(586, 424, 84, { color: '#eeb54a', seed: 3, rough: 0.04, show: land(ramp(t, 0, 0.5)) });
    for (const [i, y] of [640, 704, 776].entries()) {
      const drift = swing(t, 3.6, i * 0.3) * 24;
      const crest = Array.from(
        { length: 9 },
        (_, k) => [k * 100 - 50 + drift, y + (k % 2 ? -16 : 12)] as const,
      );
      ctx.globalAlpha = 0.35 + i * 0.25;
      brush(crest, { width: 30 + i * 8, color: accent, dry: 0.5, seed: i });
      ctx.globalAlpha = 1;
    }
    const together = smooth(ramp(t, 2.6, 0.8));
    const step = (i: number) => Math.abs(swing(t, 0.7, i * 0.2)) * 12 * (t > 4.9 ? 1.6 : 1);
    const walk = ramp(t, 5, 4) * 60;
    for (const i of [-1, 0, 1]) {
      if (together >= 1) break;
      drop(330 + i * mix(148, 0, together), 590 - step(i + 1) * (1 - together), mix(54, 70, together), {
        legs: true,
        blinkAt: t + i,
        look: [i * -0.5, 0],
        body: i === 0 ? ink : i < 0 ? '#3b3350' : '#0a5c55',
        lean: i * -0.2 * together,
      });
    }
    if (together >= 1) {
      const settle = 1 - ramp(t, 3.4, 0.4);
      drop(330 + walk, 570 - step(0), 100 + swing(t, 0.25) * 8 * settle, {
        legs: true,
        blinkAt: t,
        mood: 'open',
        squash: settle * 0.3,
        arms: [0.1 + swing(t, 0.7) * 0.04, 0.14 - swing(t, 0.7) * 0.04],
        lean: -0.14,
      });
    }
    text('nós vamos', 300, 250, { size: 96, weight: 900, show: during(t, 0, 2.7), max: 460 });
    text('*a gente* vai', 320, 250, { size: 104, weight: 1000, show: ramp(t, 3.1, 0.4), max: 500 });
    text('nosotros vamos', 270, 342, {
      size: 46,
      weight: 700,
      color: soft,
      show: ramp(t, 0.7),
      how: 'rise',
      max: 380,
    });
    text('A gente *vai* à praia.', 360, 884, { size: 66, weight: 900, show: ramp(t, 5), how: 'rise' });
    text('Vamos a la playa.', 360, 968, {
      size: 46,
      weight: 700,
      color: soft,
      show: ramp(t, 5.6),
      how: 'rise',
    });
    seal('PT', 112, 446, ramp(t, 0.6, 0.3));
  },
};
