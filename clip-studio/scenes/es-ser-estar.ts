import { during, land, mix, ramp, smooth, swing } from '../motion.ts';
import type { Scene } from '../scene.ts';

/**
 * An apple on a branch: first what it is, then how it is today. For people who learn Spanish, so explained in English.
 */
export const esSerEstar: Scene = {
  accent: 'leaf',
  poster: 6.4,
  tune: { key: 55, beat: 0.45, steps: '0 4 7 . 9 . 7 . 5 9 12 . 7 . 4 .' },
  captions: [
    [0, 3.2, '“La manzana es verde”: it is a green apple. Ser says what it is.'],
    [3.2, 6.2, '“La manzana está verde”: it isn’t ripe yet. Estar says its state today.'],
    [6.2, 9, 'Same adjective, different verb, different meaning.'],
  ],
  draw({ ctx, brush, blot, drop, text, seal, accent, ink, paper, soft }, t) {
    brush('-40,150 200,190 470,166 760,226', { width: 42, upTo: land(ramp(t, 0, 0.6)), dry: 0.7 });
    brush('470,172 560,130 640,60', { width: 22, upTo: land(ramp(t, 0.4, 0.3)), dry: 0.6 });
    for (const [x, y, lean] of [
      [170, 196, 0.5],
      [566, 186, -0.5],
      [628, 84, -0.9],
    ] as const) {
      ctx.save();
      ctx.translate(x, y);
      ctx.rotate(lean + swing(t, 2.6, x / 400) * 0.08);
      const long = 96 * land(ramp(t, 0.4, 0.5));
      ctx.fillStyle = accent;
      ctx.beginPath();
      ctx.moveTo(0, 0);
      ctx.quadraticCurveTo(long * 0.55, long * 0.4, 0, long);
      ctx.quadraticCurveTo(-long * 0.55, long * 0.4, 0, 0);
      ctx.fill();
      brush(
        [
          [0, 8],
          [2, long * 0.7],
        ],
        { width: 5, color: paper, dry: 0 },
      );
      ctx.restore();
    }
    ctx.save();
    ctx.translate(340, 180);
    ctx.rotate(swing(t, 2.4) * 0.05);
    brush('0,0 6,60 0,116', { width: 12, upTo: ramp(t, 0.3, 0.3), dry: 0.1 });
    const grown = land(ramp(t, 0.4, 0.5));
    const unripe = smooth(ramp(t, 3.2, 0.6));
    ctx.save();
    ctx.translate(0, 210);
    ctx.scale(grown, grown);
    ctx.fillStyle = accent;
    ctx.beginPath();
    ctx.moveTo(0, -88);
    ctx.bezierCurveTo(60, -138, 164, -116, 160, -4);
    ctx.bezierCurveTo(156, 96, 74, 164, 0, 122);
    ctx.bezierCurveTo(-74, 164, -156, 96, -160, -4);
    ctx.bezierCurveTo(-164, -116, -60, -138, 0, -88);
    ctx.fill();
    ctx.restore();
    ctx.globalAlpha = 0.4 * grown;
    brush('-116,190 -104,156 -76,134', { width: 13, color: paper, dry: 0.3 });
    ctx.globalAlpha = grown;
    for (const side of [-1, 1]) {
      blot(side * 44, 200, 22, { color: paper, rough: 0.02, flat: t % 2.6 < 0.12 ? 0.1 : 1.15 });
      blot(side * 44 + swing(t, 3) * 5, 203, 10, { color: ink, rough: 0.02, flat: t % 2.6 < 0.12 ? 0.1 : 1 });
    }
    brush(
      [
        [-26, mix(246, 262, unripe)],
        [0, mix(262, 250, unripe)],
        [26, mix(246, 262, unripe)],
      ],
      { width: 9, color: paper, dry: 0 },
    );
    ctx.restore();

    text('La manzana', 360, 606, { size: 72, weight: 900, show: ramp(t, 0.6, 0.4), how: 'rise' });
    text('*es* verde', 360, 706, { size: 112, weight: 1000, show: during(t, 1, 3.3) });
    text('It’s a green apple.', 360, 812, {
      size: 52,
      weight: 700,
      color: soft,
      show: during(t, 1.5, 3.3),
      how: 'rise',
    });
    text('*está* verde', 360, 706, { size: 112, weight: 1000, show: ramp(t, 3.4, 0.4) });
    text('It isn’t ripe yet.', 360, 812, {
      size: 52,
      weight: 700,
      color: soft,
      show: ramp(t, 4),
      how: 'rise',
    });
    text('*ser*: what it is', 82, 926, {
      size: 48,
      weight: 800,
      align: 'left',
      show: ramp(t, 6.1),
      how: 'rise',
    });
    text('*estar*: how it is now', 82, 998, {
      size: 48,
      weight: 800,
      align: 'left',
      show: ramp(t, 6.6),
      how: 'rise',
    });
    drop(598, 980, 44, {
      mood: t < 3.4 ? 'smile' : t < 5.4 ? 'oh' : 'smile',
      look: [-0.6, -0.9],
      blinkAt: t,
    });
    seal('ES', 606, 470, ramp(t, 0.6, 0.3));
  },
};
