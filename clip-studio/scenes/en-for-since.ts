import { during, land, mix, ramp, smooth, swing } from '../motion.ts';
import type { Scene } from '../scene.ts';

const days = ['Mon', 'Tue', 'Wed', 'Thu'];
const y = (day: number) => 392 + day * 148;

/** A line of time painted downwards; the drop walks it from the start to now. */
export const enForSince: Scene = {
  accent: 'teal',
  poster: 6,
  tune: { key: 52, beat: 0.4, steps: '0 . 4 . 7 . 11 . 12 . 7 . 9 . 4 .' },
  captions: [
    [0, 3, 'Llegaste el lunes y hoy es jueves. ¿«For» o «since»?'],
    [3, 5.2, '«Since» mira el punto de inicio: since Monday.'],
    [5.2, 10, '«For» mide cuánto dura: for three days.'],
  ],
  draw({ brush, blot, drop, text, seal, accent, ink, soft }, t) {
    text('I’ve been here…', 360, 226, {
      size: 74,
      weight: 900,
      show: ramp(t, 0, 0.4),
    });
    const walked = smooth(ramp(t, 0.8, 1.9)) * 3;
    brush('150,352 158,520 146,690 154,880', { width: 20, upTo: land(ramp(t, 0.2, 0.6)), dry: 0.6 });
    for (const [i, day] of days.entries()) {
      blot(152, y(i), 15, {
        color: walked >= i - 0.05 ? accent : ink,
        show: ramp(t, 0.3 + i * 0.1, 0.2),
        seed: i,
      });
      const strong = (i === 0 && t > 3) || i === 3;
      text(day, 206, y(i), {
        size: 60,
        weight: strong ? 900 : 700,
        color: strong ? ink : soft,
        align: 'left',
        show: ramp(t, 0.35 + i * 0.1, 0.3),
        how: 'rise',
      });
    }
    blot(152, y(0), mix(15, 34, ramp(t, 3, 0.3)) + swing(t, 0.8) * 3 * during(t, 3, 5.2), {
      show: ramp(t, 3, 0.1),
      seed: 3,
    });
    text('*since*\nMonday', 396, y(0) - 12, {
      size: 60,
      weight: 1000,
      align: 'left',
      show: ramp(t, 3.2, 0.4),
    });
    brush(
      [
        [350, y(1) - 40],
        [384, y(1) - 24],
        [386, y(2) - 70],
        [420, y(2) - 46],
        [386, y(2) - 22],
        [384, y(3) - 30],
        [350, y(3) - 14],
      ],
      { width: 12, color: accent, upTo: ramp(t, 5.2, 0.6), dry: 0.2 },
    );
    text('*for*\nthree\ndays', 452, y(2) - 116, {
      size: 68,
      weight: 1000,
      align: 'left',
      show: ramp(t, 5.6, 0.4),
    });
    const step = Math.abs(swing(t, 0.5)) * (walked > 0 && walked < 3 ? 18 : 0);
    drop(100, y(0) + walked * 148 - 26 - step, 30, {
      look: [0.8, 0.3],
      legs: true,
      blinkAt: t,
      body: accent,
      cheeks: '#f8f1e4',
    });
    text('since + inicio   ·   for + duración', 360, 988, {
      size: 44,
      weight: 800,
      show: ramp(t, 7, 0.4),
      how: 'rise',
    });
    seal('EN', 606, 880, ramp(t, 0.6, 0.3));
  },
};
