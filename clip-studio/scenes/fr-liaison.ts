import type { Point } from '../brush.ts';
import { during, land, mix, ramp, settle, swing } from '../motion.ts';
import type { Scene } from '../scene.ts';

/** The tie between two words is a hammock, and the z lies down in it. */
export const frLiaison: Scene = {
  accent: 'violet',
  poster: 5,
  tune: { key: 58, beat: 0.4, steps: '0 . 4 . 7 . 11 9 . 7 . 4 2 . 5 .' },
  captions: [
    [0, 1.7, 'En «les», la «s» es muda.'],
    [1.7, 4, 'Pero delante de una vocal despierta y suena «z».'],
    [4, 8, '«Les amis» se dice «le-za-mi»: los amigos.'],
  ],
  draw({ brush, drop, blot, text, width, seal, accent, soft }, t) {
    const first = 72 + width('le', 136, 1000);
    blot(330, 520, 330, { alpha: 0.12, seed: 5, rough: 0.05, show: land(ramp(t, 1.7, 0.6)) });
    text('¿Y esa s?', 300, 236, { size: 76, weight: 900, show: ramp(t, 0, 0.4), how: 'rise' });
    text('le', 72, 430, { size: 136, weight: 1000, align: 'left', show: ramp(t, 0, 0.35) });
    text('s', first, 430, {
      size: 136,
      align: 'left',
      weight: 1000,
      color: t > 1.8 ? accent : '#cfc6d2',
      show: t < 1.8 ? ramp(t, 0.1, 0.35) : ramp(t, 1.8, 0.4),
    });
    text('amis', 488, 430, { size: 136, weight: 1000, show: ramp(t, 1, 0.4) });
    text('s muda', 240, 560, { size: 48, weight: 700, color: soft, show: during(t, 0.4, 1.9), how: 'rise' });

    const sway = swing(t, 1.8) * 12 * ramp(t, 3);
    const depth = mix(0, 92, land(ramp(t, 2.5, 0.5)));
    const hammock: Point[] = [
      [232, 508],
      [256, 556 + depth * 0.5],
      [314 + sway, 572 + depth],
      [372, 556 + depth * 0.5],
      [394, 508],
    ];
    brush(hammock, { width: 19, color: accent, upTo: land(ramp(t, 1.9, 0.5)), dry: 0.3 });
    const lying = ramp(t, 2.5, 0.4);
    if (lying > 0) {
      drop(314 + sway, 612, 42 * settle(lying), {
        tilt: sway * 0.002,
        mood: 'open',
        blinkAt: t,
      });
    }
    text('suena', 534, 562, { size: 46, weight: 700, color: soft, show: ramp(t, 2.9, 0.35), how: 'rise' });
    text('*z*', 534, 646, { size: 120, weight: 1000, show: ramp(t, 3.1, 0.35) });

    for (const [i, part] of ['le', '*za*', 'mi'].entries()) {
      const hop = t > 4.4 ? Math.max(0, swing(t - 4.4 - i * 0.28, 1.68)) ** 6 * 24 : 0;
      text(part, [196, 360, 524][i]!, 834 - hop, {
        size: 104,
        weight: 1000,
        show: ramp(t, 4 + i * 0.28, 0.3),
      });
    }
    brush('258,838 288,834', { width: 9, color: soft, upTo: ramp(t, 4.4, 0.2), dry: 0 });
    brush('430,838 460,834', { width: 9, color: soft, upTo: ramp(t, 4.7, 0.2), dry: 0 });
    text('los amigos', 360, 958, { size: 56, weight: 700, color: soft, show: ramp(t, 5), how: 'rise' });
    seal('FR', 600, 236, ramp(t, 0.5, 0.3));
  },
};
