import { type Font, openSync, type PathCommand } from 'fontkit';
import { memoizeBy } from '#shared/memoize-by.ts';
import { piecesInOrder, runsLeftward, type Script } from '#shared/scripts.ts';
import type { Step } from './fill-shapes.ts';
import { fontFiles } from './font-files.ts';

type Weight = 'medium' | 'heavy';

/** Opened once: a Korean font takes a tenth of a second. */
const openFont = memoizeBy((name: keyof typeof fontFiles): Font => openSync(fontFiles[name]));

const fontOf = (script: Script, weight: Weight) => openFont(nameOf(script, weight));

function nameOf(script: Script, weight: Weight): keyof typeof fontFiles {
  if (script === 'latin') return weight;
  return script === 'korean' || script === 'chinese' ? script : `${script}-${weight}`;
}

/** The width of a line in pixels, at a font size of one pixel. */
function widthOf(text: string, weight: Weight): number {
  return piecesInOrder(text).reduce((sum, piece) => {
    const font = fontOf(piece.script, weight);
    return sum + font.layout(piece.text).advanceWidth / font.unitsPerEm;
  }, 0);
}

type Place = {
  x: number;
  baseline: number;
  size: number;
  weight: Weight;
  /** Which way the text runs that the line is a part of (`breakLines`). */
  leftward?: boolean;
};

/** The outline of a line of text. Letters that no font here has are left out. */
export function setLine(text: string, { x, baseline, size, weight, leftward }: Place): Step[] {
  const steps: Step[] = [];
  let at = x;
  for (const piece of piecesInOrder(text, leftward)) {
    const font = fontOf(piece.script, weight);
    const scale = size / font.unitsPerEm;
    const { glyphs, positions } = font.layout(piece.text);
    for (const [which, { path }] of glyphs.entries()) {
      const { xAdvance, xOffset, yOffset } = positions[which] ?? { xAdvance: 0, xOffset: 0, yOffset: 0 };
      for (const { command, args } of path.commands) {
        steps.push([
          kinds[command],
          ...args.map((number, axis) =>
            axis % 2 === 0 ? at + (number + xOffset) * scale : baseline - (number + yOffset) * scale,
          ),
        ] as Step);
      }
      at += xAdvance * scale;
    }
  }
  return steps;
}

const kinds: Record<PathCommand['command'], Step[0]> = {
  moveTo: 'M',
  lineTo: 'L',
  quadraticCurveTo: 'Q',
  bezierCurveTo: 'C',
  closePath: 'Z',
};

type Room = { width: number; sizes: readonly number[]; lines: number; weight: Weight };

/**
 * Breaks a text into lines: in the largest of the sizes in which all of it fits, else in the last, cut with an
 * ellipsis. Words of a script without spaces break anywhere, and so does a word that is longer than a line.
 */
export function breakLines(text: string, { width, sizes, lines: most, weight }: Room) {
  const leftward = runsLeftward(text);
  for (const size of sizes) {
    const lines = linesAt(text, width / size, weight);
    if (lines.length <= most) return { size, lines, leftward };
  }
  const size = sizes.at(-1) ?? 1;
  const lines = linesAt(text, width / size, weight).slice(0, most);
  let last = lines.pop() ?? '';
  while (last && widthOf(`${last}…`, weight) > width / size) last = [...last].slice(0, -1).join('');
  return { size, lines: [...lines, `${last.trimEnd()}…`], leftward };
}

function linesAt(text: string, width: number, weight: Weight): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.trim().split(/\s+/u)) {
    const longer = line ? `${line} ${word}` : word;
    if (widthOf(longer, weight) <= width) {
      line = longer;
      continue;
    }
    if (line) lines.push(line);
    line = '';
    for (const letter of word) {
      if (line && widthOf(line + letter, weight) > width) {
        lines.push(line);
        line = '';
      }
      line += letter;
    }
  }
  return line ? [...lines, line] : lines;
}
