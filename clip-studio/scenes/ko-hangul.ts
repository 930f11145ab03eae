import { during, land, mix, ramp, settle, swing } from '../motion.ts';
import type { Scene } from '../scene.ts';

const family = 'Jua';
const blocks = [
  {
    x: 214,
    letters: [
      { sign: 'ㅎ', sound: 'h', dx: -46, dy: -62 },
      { sign: 'ㅏ', sound: 'a', dx: 66, dy: -52 },
      { sign: 'ㄴ', sound: 'n', dx: 0, dy: 76 },
    ],
    whole: '한',
    word: 'han',
    at: 0.6,
  },
  {
    x: 506,
    letters: [
      { sign: 'ㄱ', sound: 'g', dx: 0, dy: -72 },
      { sign: 'ㅡ', sound: 'eu', dx: 0, dy: 0 },
      { sign: 'ㄹ', sound: 'l', dx: 0, dy: 70 },
    ],
    whole: '글',
    word: 'geul',
    at: 3,
  },
] as const;

/** Letters fly in and lock into a square, as Korean syllables do. */
export const koHangul: Scene = {
  accent: 'indigo',
  poster: 5.4,
  tune: { key: 57, beat: 0.4, steps: '0 . 3 . 5 . 7 . 10 . 7 . 12 . . .' },
  captions: [
    [0, 3, 'En coreano, las letras se arman en bloques: h, a, n… «han».'],
    [3, 5.4, 'G, eu, l… «geul». Juntas: Hangul, el alfabeto coreano.'],
    [5.4, 9, 'Lo creó el rey Sejong en 1443 para que todos pudieran leer.'],
  ],
  draw({ ctx, brush, drop, text, seal, accent, ink, paper, soft }, t) {
    text('Letras en bloques', 360, 230, { size: 70, weight: 900, show: ramp(t, 0, 0.4), how: 'rise' });
    for (const block of blocks) {
      const locked = ramp(t, block.at + 1.5, 0.3);
      const y = 520;
      ctx.globalAlpha = ramp(t, block.at - 0.4, 0.3);
      ctx.fillStyle = locked > 0 ? accent : '#0000000d';
      ctx.beginPath();
      const half = 134 + Math.sin(locked * Math.PI) * 12;
      ctx.roundRect(block.x - half, y - half, half * 2, half * 2, 34);
      ctx.fill();
      ctx.globalAlpha = 1;
      for (const [i, letter] of block.letters.entries()) {
        const come = settle(ramp(t, block.at + i * 0.38, 0.4));
        const from = [
          [-300, -340],
          [360, -300],
          [0, 700],
        ][i]!;
        const show = ramp(t, block.at + i * 0.38, 0.15) * (1 - locked);
        text(letter.sign, block.x + mix(from[0]!, letter.dx, come), y + mix(from[1]!, letter.dy, come), {
          size: 112,
          weight: 400,
          family,
          show,
          how: 'none',
          loose: true,
          color: ink,
        });
        text(letter.sound, block.x + (i - 1) * 84, 716, {
          size: 58,
          weight: 900,
          color: accent,
          show: ramp(t, block.at + i * 0.38 + 0.2, 0.3) * (1 - locked),
        });
      }
      if (locked > 0) {
        text(block.whole, block.x, y + 4, {
          size: 226,
          weight: 400,
          family,
          color: paper,
          show: 1,
          how: 'none',
        });
        text(block.word, block.x, 716, { size: 72, weight: 1000, show: locked });
      }
    }
    const sejong = ramp(t, 5.5, 0.4);
    brush('120,800 360,790 600,802', { width: 16, color: accent, upTo: land(ramp(t, 5, 0.4)), dry: 0.8 });
    text('한글 = el alfabeto coreano', 360, 856, {
      size: 46,
      weight: 800,
      show: during(t, 4.9, 9.5),
      how: 'rise',
    });
    text('Rey Sejong, 1443', 412, 958, { size: 54, weight: 900, show: sejong, how: 'rise', max: 440 });
    drop(122, 1000, 40, {
      look: [0.6, -0.8 + swing(t, 2) * 0.2],
      blinkAt: t,
      mood: t > 5.5 ? 'open' : 'smile',
    });
    if (t > 5.5) crown(sejong);
    text('para que todos leyeran', 412, 1026, {
      size: 38,
      weight: 700,
      color: soft,
      show: ramp(t, 6.2),
      how: 'rise',
      max: 440,
    });
    seal('한', 360, 316, ramp(t, 0.3, 0.3), family);

    function crown(show: number) {
      ctx.fillStyle = '#d79b1e';
      ctx.beginPath();
      const top = 934 - (1 - settle(show)) * 60;
      for (const [x, y] of [
        [-30, 26],
        [-36, -12],
        [-16, 8],
        [0, -22],
        [16, 8],
        [36, -12],
        [30, 26],
      ] as const)
        ctx.lineTo(122 + x, top + y);
      ctx.fill();
    }
  },
};
