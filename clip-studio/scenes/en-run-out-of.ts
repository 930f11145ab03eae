import { during, fall, land, mix, ramp, smooth, swing } from '../motion.ts';
import type { Scene } from '../scene.ts';

const jar = '228,458 226,560 232,760 262,812 360,822 458,812 488,760 494,560 492,458';

/** A jar of coffee that empties one word at a time. */
export const enRunOutOf: Scene = {
  accent: 'coral',
  poster: 3.4,
  tune: { key: 55, beat: 0.4, steps: '12 7 4 0 . . 9 5 2 . . .' },
  captions: [
    [0, 2.4, '«Run out of»: tres palabras, una sola idea.'],
    [2.4, 5, 'Significa quedarse sin algo.'],
    [5, 9, '«We ran out of coffee»: nos quedamos sin café.'],
  ],
  draw({ ctx, brush, text, drop, splash, seal, ink, soft }, t) {
    const level = mix(
      505,
      800,
      (smooth(ramp(t, 0.5, 0.4)) + smooth(ramp(t, 1, 0.4)) + smooth(ramp(t, 1.5, 0.5))) / 3,
    );
    text('run', 190, 262, { size: 118, weight: 900, show: ramp(t, 0, 0.35) });
    text('out', 396, 262, { size: 118, weight: 900, show: ramp(t, 0.6, 0.35) });
    text('of', 568, 262, { size: 118, weight: 900, show: ramp(t, 1.1, 0.35) });
    brush('84,352 300,338 636,350', { color: '#e2492f', width: 18, upTo: land(ramp(t, 1.5, 0.5)), dry: 0.9 });

    ctx.fillStyle = ink;
    ctx.beginPath();
    for (let x = 232; x <= 488; x += 8) ctx.lineTo(x, level + swing(t, 1.1, x / 210) * 7);
    for (const [x, y] of [
      [488, 760],
      [455, 808],
      [360, 818],
      [265, 808],
      [232, 760],
    ] as const)
      ctx.lineTo(x, Math.max(y, level));
    ctx.fill();
    brush(jar, { width: 13, dry: 0.2, seed: 4 });
    brush('214,452 360,440 506,452', { width: 20, dry: 0.3, seed: 2 });

    const floating = Math.min(level - 38, 745);
    drop(360, floating + swing(t, 1.6) * 4, 62, {
      mood: t < 1.2 ? 'smile' : t < 2.2 ? 'oh' : 'sad',
      look: [0, t < 1 ? -0.4 : 0.8],
      blinkAt: t,
      body: '#e2492f',
      cheeks: '#f8f1e4',
    });
    for (const [i, at] of [0.7, 1.2, 1.7].entries()) {
      const gone = ramp(t, at, 0.55);
      if (gone > 0 && gone < 1)
        splash(mix(500, 560 + i * 14, gone), mix(700, 880, fall(gone)), 15 * (1 - gone), { seed: i });
    }
    seal('EN', 588, 470, ramp(t, 1.9, 0.3));

    text('quedarse sin algo', 360, 912, {
      size: 60,
      show: during(t, 2.4, 5.1),
      how: 'rise',
    });
    text('We *ran out of* coffee.', 360, 905, {
      size: 62,
      show: ramp(t, 5.2, 0.4),
      how: 'rise',
    });
    text('Nos quedamos sin café.', 360, 984, {
      size: 46,
      weight: 700,
      color: soft,
      show: ramp(t, 5.9, 0.4),
      how: 'rise',
    });
  },
};
