import { arc } from '../brush.ts';
import { clamp, mix, ramp, smooth } from '../motion.ts';
import type { Scene } from '../scene.ts';

const beat = 0.6;

/** A record turns; the loud syllable swells with the beat. */
export const enRecord: Scene = {
  accent: 'marigold',
  night: true,
  poster: 2.2,
  tune: {
    key: 50,
    beat: beat / 2,
    steps: '0+12 . 7 . 0+10 . 5 . 0+12 . 3 . 7 . 5 3',
  },
  captions: [
    [0, 4.2, 'El sustantivo lleva la fuerza al principio: «RE-cord», un disco.'],
    [4.2, 9, 'El verbo la lleva al final: «re-CORD», grabar.'],
  ],
  draw({ ctx, brush, blot, drop, text, seal, accent, ink, soft, width }, t) {
    const turned = smooth(ramp(t, 4.1, 0.5));
    const pulse = (1 - ((t - 0.15 + 9 * beat) % beat) / beat) ** 2;
    blot(360, 690, 268, { color: '#0f0d15', rough: 0.008 });
    ctx.save();
    ctx.translate(360, 690);
    ctx.rotate(t * 2.2);
    for (const [i, r] of [236, 204, 172, 140].entries()) {
      ctx.globalAlpha = 0.5;
      brush(arc(0, 0, r, i * 0.21, i * 0.21 + 0.34), {
        width: 4,
        color: soft,
        dry: 0.3,
        seed: i,
      });
      brush(arc(0, 0, r, i * 0.21 + 0.5, i * 0.21 + 0.84), {
        width: 4,
        color: soft,
        dry: 0.3,
        seed: i + 5,
      });
    }
    ctx.globalAlpha = 1;
    blot(0, 0, 104, { seed: 5, rough: 0.02 });
    ctx.restore();
    drop(360, 704, 40, {
      body: '#231f2d',
      face: accent,
      cheeks: accent,
      mood: pulse > 0.5 ? 'open' : 'smile',
      squash: pulse * 0.2,
    });
    const arm = mix(0.02, -0.05, clamp(t / 8));
    ctx.save();
    ctx.translate(622, 446);
    ctx.rotate(arm * 6);
    brush('0,0 -16,120 -92,196', { width: 18, color: ink, dry: 0.1 });
    blot(0, 0, 34, { color: ink, rough: 0.03 });
    ctx.restore();

    const late = turned > 0.5;
    const sizes = [
      mix(128, 84, turned) * (late ? 1 : 1 + pulse * 0.06),
      mix(84, 128, turned) * (late ? 1 + pulse * 0.06 : 1),
    ] as const;
    const words = [late ? 're' : 'RE', late ? 'CORD' : 'cord'] as const;
    const wide = words.map((word, i) => width(word, sizes[i]!, 1000));
    const left = 354 - (wide[0]! + wide[1]!) / 2;
    const middles = [left + wide[0]! / 2, left + wide[0]! + 12 + wide[1]! / 2];
    for (const [i, word] of words.entries()) {
      const strong = late === (i === 1);
      text(word, middles[i]!, 268, {
        size: sizes[i]!,
        weight: 1000,
        color: strong ? accent : ink,
        show: ramp(t, i * 0.1, 0.3),
      });
      blot(middles[i]!, 378, strong ? 19 + pulse * 8 : 9, {
        color: strong ? accent : soft,
      });
    }
    text('sustantivo: un disco', 360, 1012, {
      size: 54,
      show: clamp(ramp(t, 0.5) - ramp(t, 4, 0.3)),
      how: 'rise',
    });
    text('verbo: grabar', 360, 1012, {
      size: 54,
      show: ramp(t, 4.4),
      how: 'rise',
    });
    seal('EN', 118, 920, ramp(t, 0.6, 0.3));
  },
};
