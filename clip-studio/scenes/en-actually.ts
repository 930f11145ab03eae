import { during, land, ramp, swing } from '../motion.ts';
import type { Scene } from '../scene.ts';

/** A poster in type: the false friend is struck out by one great stroke. */
export const enActually: Scene = {
  accent: 'violet',
  poster: 4,
  tune: { key: 53, beat: 0.5, steps: '0+7 . 4 9 . 11 7 . 5+12 . 9 .' },
  captions: [
    [0, 1.8, '«Actually» no significa «actualmente».'],
    [1.8, 4.6, 'Significa «en realidad».'],
    [4.6, 9, '«Actually, the meeting is at ten»: en realidad, la reunión es a las diez.'],
  ],
  draw({ ctx, brush, blot, drop, text, seal, accent, paper, soft }, t) {
    const tilt = -0.024;
    blot(360, 610, 620, {
      show: land(ramp(t, 1.9, 0.7)),
      seed: 6,
      rough: 0.05,
      alpha: 0.13,
    });
    text('actually', 360, 252, {
      size: 150,
      weight: 1000,
      tilt,
      show: ramp(t, 0, 0.9),
      how: 'letters',
    });
    brush('96,396 340,352 644,318', {
      width: 26,
      color: accent,
      upTo: land(ramp(t, 0.6, 0.5)),
      dry: 0.9,
      seed: 3,
    });

    const away = ramp(t, 4.5, 0.35);
    ctx.save();
    ctx.globalAlpha = 1 - away;
    text('actualmente', 360, 470, {
      size: 84,
      weight: 700,
      color: soft,
      show: ramp(t, 0.8) * (1 - away),
      how: 'rise',
    });
    brush('92,498 250,470 420,478 636,436', { width: 26, upTo: land(ramp(t, 1.5, 0.35)), dry: 1, seed: 12 });
    ctx.restore();
    text('en realidad', 360, 628, {
      size: 104,
      weight: 1000,
      color: accent,
      show: ramp(t, 2.1, 0.4),
    });
    drop(360, 916, 72, {
      mood: t < 1.5 ? 'flat' : t < 2.2 ? 'oh' : 'smile',
      look: [swing(t, 4) * 0.4, -0.9],
      arms: t > 2.1 ? [0.14 + swing(t, 0.7) * 0.02, 0.14 - swing(t, 0.7) * 0.02] : [-0.1, -0.1],
      blinkAt: t,
      body: '#211d2b',
      face: paper,
    });
    seal('EN', 588, 1000, ramp(t, 0.4, 0.3));

    const example = during(t, 4.7, 9.4);
    text('*Actually*, the meeting\nis at ten.', 360, 428, {
      size: 58,
      show: example,
      how: 'rise',
    });
    text('En realidad, es a las diez.', 360, 732, {
      size: 46,
      weight: 700,
      color: soft,
      show: ramp(t, 5.5),
      how: 'rise',
    });
  },
};
