import { fillShapes, type Shape, type Step } from '#server/pictures/fill-shapes.ts';
import { breakLines, setLine } from '#server/pictures/set-text.ts';

/** What the picture of an address shows. */
export type Preview = {
  /** What it is of: the colour of the stroke. */
  accent: 'live' | 'teach' | 'cup';
  /** A line above the title: `Club · Inglés · Intermedio`. */
  kicker: string;
  title: string;
  /** Below the title, at most two. */
  lines: string[];
};

/** As the networks ask for. WhatsApp shows none above 300 kB. */
export const previewSize = { width: 1200, height: 630 };

const colours = {
  paper: '#fbf5ea',
  sheet: '#fffdf9',
  ink: '#1e2136',
  quiet: '#6b6359',
  live: '#cb4227',
  teach: '#0c7a70',
  cup: '#f4901e',
};
const left = 96;
const textWidth = 1008;

/** The pixels of the picture of an address, as RGB bytes by rows. It takes a tenth of a second of computing. */
export function fillPreview({ accent, kicker, title, lines }: Preview): Uint8Array {
  const shapes: Shape[] = [
    { colour: colours.sheet, outline: rounded(40, 40, 1120, 550, 44) },
    ...drop(left, 82, 0.58),
  ];
  const write = (text: string, place: Parameters<typeof setLine>[1], colour: string) =>
    shapes.push({ colour, outline: setLine(text, place) });

  write('Sumi', { x: left + 68, baseline: 135, size: 44, weight: 'heavy' }, colours.ink);
  write(kicker, { x: left, baseline: 214, size: 32, weight: 'medium' }, colours.quiet);

  const {
    size,
    lines: titleLines,
    leftward,
  } = breakLines(title, {
    width: textWidth,
    sizes: [76, 66, 58, 52],
    lines: 2,
    weight: 'heavy',
  });
  const [first, step] = [218 + size * 1.16, size * 1.14];
  // Below the letters: some of Arabic reach as far down.
  const strokeY = first + titleLines.length * step - size * 0.86;
  shapes.push({ colour: colours[accent], outline: stroke(left - 2, strokeY, 1.7) });
  for (const [row, line] of titleLines.entries()) {
    write(line, { x: left, baseline: first + row * step, size, weight: 'heavy', leftward }, colours.ink);
  }

  for (const [at, text] of lines.entries()) {
    const only = breakLines(text, { width: textWidth, sizes: [36, 32, 28], lines: 1, weight: 'medium' });
    const place = { x: left, baseline: 544 - (lines.length - 1 - at) * 52, size: only.size };
    write(only.lines[0] ?? '', { ...place, weight: 'medium' }, at === 0 ? colours.ink : colours.quiet);
  }

  return fillShapes({ ...previewSize, background: colours.paper }, shapes);
}

function rounded(x: number, y: number, width: number, height: number, radius: number): Step[] {
  const [right, bottom] = [x + width, y + height];
  const bend = radius * 0.4477;
  return [
    ['M', x + radius, y],
    ['L', right - radius, y],
    ['C', right - bend, y, right, y + bend, right, y + radius],
    ['L', right, bottom - radius],
    ['C', right, bottom - bend, right - bend, bottom, right - radius, bottom],
    ['L', x + radius, bottom],
    ['C', x + bend, bottom, x, bottom - bend, x, bottom - radius],
    ['L', x, y + radius],
    ['C', x, y + bend, x + bend, y, x + radius, y],
    ['Z'],
  ];
}

/** Moves and scales an outline. */
function placed(outline: readonly Step[], x: number, y: number, scaleX: number, scaleY: number): Step[] {
  return outline.map(
    ([kind, ...numbers]) =>
      [
        kind,
        ...numbers.map((number, axis) => (axis % 2 === 0 ? x + number * scaleX : y + number * scaleY)),
      ] as Step,
  );
}

/** The stroke under a title (web/ui/brand/brush-stroke.tsx), in absolute steps. */
const stroke = (x: number, y: number, scale: number) =>
  placed(
    [
      ['M', 2, 8.5],
      ['C', 22, 3.4, 61, 1.8, 104, 2.3],
      ['C', 138, 2.7, 170, 3.8, 197, 6.5],
      ['C', 197.9, 6.6, 197.9, 7.9, 197, 8],
      ['C', 179, 8.7, 164, 8.4, 148, 8.6],
      ['C', 161, 9.1, 173, 9.6, 184, 10.6],
      ['C', 184.8, 10.7, 184.8, 11.8, 184, 11.8],
      ['C', 138, 12.4, 80, 11.5, 24, 12.8],
      ['C', 16, 13, 7, 12.5, 2, 11.5],
      ['C', 0, 11.1, 0, 9.2, 2, 8.5],
      ['Z'],
    ],
    x,
    y,
    scale,
    scale,
  );

const circle = (x: number, y: number, radius: number) =>
  rounded(x - radius, y - radius, radius * 2, radius * 2, radius);

/** The ink drop of the icon (web/public/favicon.svg). */
function drop(x: number, y: number, scale: number): Shape[] {
  const body: Step[] = [
    ['M', 63, 8],
    ['C', 66, 23, 74, 33, 84, 45],
    ['C', 94, 57, 104, 68, 104, 86],
    ['C', 104, 108, 85, 122, 60, 122],
    ['C', 35, 122, 16, 108, 16, 86],
    ['C', 16, 70, 24, 59, 34, 48],
    ['C', 45, 36, 55, 26, 57, 9],
    ['C', 57.4, 5, 62.3, 4, 63, 8],
    ['Z'],
  ];
  const smile: Step[] = [
    ['M', 46, 98.5],
    ['C', 55, 109.5, 65, 109.5, 74, 98.5],
    ['C', 73, 96, 71, 95.5, 70, 95.5],
    ['C', 64, 102.5, 56, 102.5, 50, 95.5],
    ['C', 49, 95.5, 47, 96, 46, 98.5],
    ['Z'],
  ];
  const at = (outline: Step[]) => placed(outline, x - 16 * scale, y, scale, scale);
  return [
    { colour: colours.ink, outline: at(body) },
    { colour: colours.sheet, outline: at([...circle(44, 82, 7), ...circle(76, 82, 7), ...smile]) },
  ];
}
