import { clamp, mix, ramp, settle, smooth, swing } from '../motion.ts';
import type { Scene } from '../scene.ts';
import type { Stage } from '../stage.ts';

const endings = [
  { letter: 'o', kind: 'sustantivo', spanish: 'música' },
  { letter: 'a', kind: 'adjetivo', spanish: 'musical' },
  { letter: 'e', kind: 'adverbio', spanish: 'musicalmente' },
  { letter: 'i', kind: 'verbo', spanish: 'hacer música' },
];

/** One root stays; a wheel of endings turns and the word changes its job. */
export const eoMuziko: Scene = {
  accent: 'leaf',
  poster: 5.2,
  tune: { key: 60, beat: 0.4375, steps: '0 4 7 . 2 5 9 . 4 7 11 . 12 . 7 .' },
  captions: [
    [0, 2.4, 'En esperanto, la última letra dice qué tipo de palabra es. «O»: sustantivo, música.'],
    [2.4, 4.15, '«A»: adjetivo, musical.'],
    [4.15, 5.9, '«E»: adverbio, musicalmente.'],
    [5.9, 9, '«I»: verbo, hacer música.'],
  ],
  draw(stage, t) {
    const { ctx, drop, text, seal, accent, paper, soft, brush } = stage;
    star(stage, 360, 640, 420, t);
    const turned = [2.4, 4.15, 5.9].reduce((sum, at) => sum + settle(ramp(t, at, 0.45)), 0);
    const now = Math.round(clamp(turned / 3) * 3);
    text('Una raíz, cuatro palabras', 360, 226, {
      size: 50,
      weight: 900,
      show: ramp(t, 0, 0.4),
      how: 'rise',
    });
    text('muzik', 520, 560, { size: 126, weight: 1000, align: 'right', show: ramp(t, 0.2, 0.4) });
    ctx.save();
    ctx.beginPath();
    ctx.roundRect(530, 440, 112, 230, 30);
    ctx.fillStyle = accent;
    ctx.fill();
    ctx.clip();
    for (const [i, { letter }] of endings.entries()) {
      text(letter, 586, 556 + (i - turned) * 170, {
        size: 130,
        weight: 1000,
        color: paper,
        how: 'none',
        loose: true,
      });
    }
    ctx.restore();
    for (const [i, { kind, spanish }] of endings.entries()) {
      const show =
        ramp(t, [0.7, 2.55, 4.3, 6.05][i]!, 0.3) * (i < 3 ? 1 - ramp(t, [2.4, 4.15, 5.9][i]!, 0.15) : 1);
      text(spanish, 360, 770, { size: 78, weight: 900, show });
      text(kind, 360, 858, { size: 46, weight: 700, color: soft, show, how: 'rise' });
      const x = 210 + i * 100;
      stage.blot(x, 960, mix(26, 40, smooth(clamp(1 - Math.abs(turned - i)))), {
        color: i === now ? accent : '#d9d0c2',
        seed: i,
        show: ramp(t, 0.5 + i * 0.1, 0.3),
        rough: 0.05,
      });
      text(`-${letterOf(i)}`, x - 2, 958, {
        size: 40,
        weight: 900,
        color: i === now ? paper : soft,
        show: ramp(t, 0.5 + i * 0.1, 0.3),
        how: 'none',
      });
    }
    const hop = Math.abs(swing(t, 0.875)) * 18;
    drop(220, 424 - hop, 44, { mood: 'open', blinkAt: t, look: [0.7, 0.6], arms: [0.12, 0.12] });
    note(330, 380 + swing(t, 1.75) * 10, 0.9);
    note(420, 340 + swing(t, 1.75, 0.4) * 12, 0.7);
    seal('EO', 600, 334, ramp(t, 0.4, 0.3));

    function note(x: number, y: number, scale: number) {
      brush(
        [
          [x, y],
          [x + 2 * scale, y - 76 * scale],
          [x + 36 * scale, y - 54 * scale],
        ],
        { width: 10, dry: 0.1, upTo: ramp(t, 0.6, 0.3) },
      );
      stage.blot(x - 14 * scale, y + 2, 20 * scale, {
        color: stage.ink,
        flat: 0.75,
        show: ramp(t, 0.6, 0.2),
      });
    }
  },
};

const letterOf = (i: number) => endings[i]!.letter;

/** Esperanto's star, washed in behind. */
function star({ ctx, accent }: Stage, x: number, y: number, radius: number, t: number) {
  ctx.save();
  ctx.translate(x, y);
  ctx.rotate(swing(t, 9) * 0.06);
  ctx.scale(settle(ramp(t, 0, 0.6)), settle(ramp(t, 0, 0.6)));
  ctx.globalAlpha = 0.12;
  ctx.fillStyle = accent;
  ctx.beginPath();
  for (let i = 0; i < 10; i++) {
    const r = i % 2 ? radius * 0.46 : radius;
    const angle = (i / 10) * Math.PI * 2 - Math.PI / 2;
    ctx.lineTo(Math.cos(angle) * r, Math.sin(angle) * r);
  }
  ctx.fill();
  ctx.restore();
}
