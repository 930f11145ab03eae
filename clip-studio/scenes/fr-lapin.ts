import { arc } from '../brush.ts';
import { bounce, during, land, mix, ramp, swing } from '../motion.ts';
import type { Scene } from '../scene.ts';
import type { Stage } from '../stage.ts';

/** A small theatre: the drop waits under a clock, and a rabbit comes instead. */
export const frLapin: Scene = {
  accent: 'coral',
  poster: 6.2,
  tune: { key: 53, beat: 0.5, steps: '0 12 0 12 3 12 3 10 5 . 7 . 0+8 . 7 .' },
  captions: [
    [0, 2.6, 'Esperas, y esperas… y nadie llega.'],
    [2.6, 5.4, 'En francés, te dejaron «un conejo»: «poser un lapin».'],
    [5.4, 7.6, 'Significa dejar plantado a alguien.'],
    [7.6, 10, '«Il m’a posé un lapin»: me dejó plantado.'],
  ],
  draw(stage, t) {
    const { ctx, brush, drop, blot, text, seal, accent, ink, soft } = stage;
    brush('40,884 250,876 480,886 690,878', { width: 20, upTo: land(ramp(t, 0, 0.5)), dry: 0.9 });
    brush('566,880 570,760 564,620', { width: 18, dry: 0.2 });
    blot(564, 560, 84, { color: ink, rough: 0.02 });
    blot(564, 560, 68, { color: '#fffaf0', rough: 0.02 });
    ctx.lineCap = 'round';
    ctx.strokeStyle = accent;
    const minutes = land(ramp(t, 0.3, 2.6)) * Math.PI * 5;
    for (const [angle, length, wide] of [
      [minutes, 50, 8],
      [minutes / 12 + 4, 32, 11],
    ] as const) {
      ctx.lineWidth = wide;
      ctx.beginPath();
      ctx.moveTo(564, 560);
      ctx.lineTo(564 + Math.sin(angle) * length, 560 - Math.cos(angle) * length);
      ctx.stroke();
    }
    const jump = ramp(t, 2.6, 1.1);
    const sitting = t > 3.7;
    drop(196, 792 + (t < 2.6 ? Math.abs(swing(t, 0.9)) * -8 : 0), 62, {
      legs: true,
      look: t < 2.6 ? [swing(t, 1.8), -0.4] : [0.9, 0.1],
      mood: t < 1.6 ? 'smile' : t < 2.7 ? 'flat' : t < 5.4 ? 'oh' : 'sad',
      arms: t < 2.6 ? [-0.1, 0.1 + swing(t, 0.9) * 0.03] : [-0.14, -0.14],
      blinkAt: t,
    });
    if (jump > 0)
      rabbit(
        stage,
        mix(800, 404, jump),
        868 - Math.abs(Math.sin(jump * Math.PI * 3)) * 110,
        sitting ? bounce(ramp(t, 3.7, 0.4)) : 0,
        t,
      );
    text('¿Nadie llega?', 296, 250, { size: 68, weight: 900, show: during(t, 0.1, 2.7), how: 'rise' });
    text('poser\nun lapin', 288, 250, { size: 108, weight: 1000, show: ramp(t, 2.9, 0.4), how: 'rise' });
    text('«poner un conejo»', 288, 520, {
      size: 44,
      weight: 700,
      color: soft,
      show: during(t, 3.7, 5.5),
      how: 'rise',
      max: 400,
    });
    text('*dejar plantado*', 274, 520, { size: 56, weight: 900, show: ramp(t, 5.5), max: 400 });
    text('Il m’a *posé un lapin.*', 360, 962, { size: 56, weight: 800, show: ramp(t, 7.5), how: 'rise' });
    text('Me dejó plantado.', 360, 1026, {
      size: 40,
      weight: 700,
      color: soft,
      show: ramp(t, 8),
      how: 'rise',
    });
    seal('FR', 600, 234, ramp(t, 0.5, 0.3));
  },
};

/** A brush rabbit, its feet at (x, y). */
function rabbit(
  { ctx, brush, blot, ink, paper, accent }: Stage,
  x: number,
  y: number,
  sat: number,
  t: number,
) {
  ctx.save();
  ctx.translate(x, y);
  blot(8, -58, 62, { color: ink, seed: 6, rough: 0.05, flat: 0.92 });
  blot(68, -50, 22, { color: accent, seed: 4, rough: 0.04 });
  blot(-44, -118, 44, { color: ink, seed: 2, rough: 0.04 });
  for (const [lean, phase] of [
    [-16, 0],
    [22, 0.3],
  ] as const) {
    const twitch = swing(t, 0.9, phase) * 6;
    brush(
      [
        [-48 + lean * 0.4, -146],
        [-52 + lean + twitch, -200],
        [-50 + lean * 1.5 + twitch, -244],
      ],
      { width: 28, color: ink, dry: 0.2 },
    );
  }
  blot(-60, -124, 10, { color: paper, rough: 0.02 });
  blot(-62, -122, 4.5, { color: ink, rough: 0.02 });
  blot(-84, -108, 7, { color: accent });
  brush(
    [
      [-40, -8],
      [-4, -4],
      [30, -8 + sat * 2],
    ],
    { width: 22, color: ink, dry: 0.2 },
  );
  brush(arc(30, -34, 28, 0.5, 1.02), { width: 4, color: paper, dry: 0 });
  ctx.restore();
}
