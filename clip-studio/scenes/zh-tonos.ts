import { land, ramp } from '../motion.ts';
import type { Scene } from '../scene.ts';

const brushHand = 'Ma Shan Zheng';

/** `voice` is the way the pitch goes, painted over the character. */
const tones = [
  { sign: '妈', sound: 'mā', spanish: 'mamá', at: 0.6, voice: '-84,0 0,0 84,0' },
  { sign: '麻', sound: 'má', spanish: 'cáñamo', at: 2.3, voice: '-76,26 0,13 80,-11' },
  { sign: '马', sound: 'mǎ', spanish: 'caballo', at: 4, voice: '-84,3 -40,22 0,26 40,15 84,-8' },
  { sign: '骂', sound: 'mà', spanish: 'regañar', at: 5.7, voice: '-76,-11 0,7 80,28' },
];

const cell = ['-142,-180 142,-180', '-142,206 142,206', '-142,-180 -142,206', '142,-180 142,206'];

/** Four cells of a writing sheet, a character in each, the tone painted above it. */
export const zhTonos: Scene = {
  accent: 'coral',
  poster: 7.4,
  tune: {
    key: 57,
    beat: 0.425,
    steps: '12 . . . . . . .',
    hums: [
      [0.75, 0.9, 7, 7],
      [2.45, 0.9, 2, 3, 7],
      [4.15, 1, 3, 0, 0, 4],
      [5.85, 0.7, 8, 4, -2],
    ],
  },
  captions: [
    [0, 0.6, 'La misma sílaba, cuatro tonos.'],
    [0.6, 2.3, 'Mā, tono alto y parejo: mamá.'],
    [2.3, 4, 'Má, tono que sube: cáñamo.'],
    [4, 5.7, 'Mǎ, tono que baja y sube: caballo.'],
    [5.7, 9, 'Mà, tono que cae: regañar.'],
  ],
  draw({ ctx, brush, blot, text, seal, accent, soft }, t) {
    text('ma, cuatro tonos', 66, 206, {
      size: 58,
      weight: 900,
      align: 'left',
      show: ramp(t, 0, 0.4),
      how: 'rise',
    });
    for (const [i, tone] of tones.entries()) {
      const x = i % 2 ? 514 : 206;
      const y = i < 2 ? 430 : 836;
      const now = t > tone.at && t < tone.at + 1.7;
      ctx.save();
      ctx.translate(x, y);
      ctx.globalAlpha = 0.25;
      for (const edge of cell)
        brush(edge, { width: 5, color: soft, dry: 0.2, upTo: land(ramp(t, i * 0.08)) });
      ctx.globalAlpha = 1;
      blot(0, 14, 120, { alpha: 0.12, seed: i + 2, show: now ? land(ramp(t, tone.at, 0.3)) : 0 });
      ctx.translate(0, -138);
      brush(tone.voice, { width: 20, color: accent, upTo: ramp(t, tone.at + 0.15, 0.8), dry: 0.3, seed: i });
      ctx.restore();
      text(tone.sign, x, y + 10, {
        size: 212,
        weight: 400,
        family: brushHand,
        show: ramp(t, tone.at - 0.25, 0.45),
        how: 'wipe',
      });
      text(`*${tone.sound}*`, x - 132, y + 152, {
        size: 54,
        weight: 900,
        align: 'left',
        show: ramp(t, tone.at + 0.2, 0.3),
      });
      text(tone.spanish, x + 130, y + 154, {
        size: 38,
        weight: 700,
        align: 'right',
        color: soft,
        show: ramp(t, tone.at + 0.5, 0.3),
        how: 'rise',
      });
    }
    seal('中', 608, 204, ramp(t, 0.3, 0.3), brushHand);
  },
};
