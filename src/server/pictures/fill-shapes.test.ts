import { expect, it } from 'vitest';
import { fillShapes, type Step } from './fill-shapes.ts';

const canvas = { width: 8, height: 6, background: '#ffffff' };
const square = (x: number, y: number, side: number): Step[] => [
  ['M', x, y],
  ['L', x + side, y],
  ['L', x + side, y + side],
  ['L', x, y + side],
  ['Z'],
];

/** The red channel by rows, 255 for paper. */
function rowsOf(outline: Step[], colour = '#000000'): number[][] {
  const pixels = fillShapes(canvas, [{ colour, outline }]);
  return Array.from({ length: canvas.height }, (_, row) =>
    Array.from({ length: canvas.width }, (_, column) => pixels[(row * canvas.width + column) * 3] ?? -1),
  );
}

it('fillShapes fills whole pixels with the colour and leaves the others', () => {
  const rows = rowsOf(square(2, 1, 3));
  expect(rows[0]).toEqual(Array(8).fill(255));
  for (const row of rows.slice(1, 4)) expect(row).toEqual([255, 255, 0, 0, 0, 255, 255, 255]);
  expect(rows[4]).toEqual(Array(8).fill(255));
});

it('fillShapes gives a pixel as much of the colour as the shape covers of it', () => {
  const rows = rowsOf(square(1.5, 1.25, 3));
  expect(rows[1]?.slice(0, 6)).toEqual([255, 159, 64, 64, 159, 255]);
  expect(rows[2]?.slice(0, 6)).toEqual([255, 128, 0, 0, 128, 255]);
});

it('fillShapes leaves the hole of an outline that turns the other way', () => {
  const hole: Step[] = [['M', 3, 2], ['L', 3, 4], ['L', 5, 4], ['L', 5, 2], ['Z']];
  const rows = rowsOf([...square(1, 0, 6), ...hole]);
  expect(rows[2]).toEqual([255, 0, 0, 255, 255, 0, 0, 255]);
});

it('fillShapes cuts what lies outside the picture, on every side', () => {
  const rows = rowsOf(square(-4, -4, 30));
  for (const row of rows) expect(row).toEqual(Array(8).fill(0));
  for (const row of rowsOf(square(6, 1, 30))) expect(row.slice(0, 6)).toEqual(Array(6).fill(255));
});

it('fillShapes covers as much of a circle as its area', () => {
  const k = 2 * 0.5523;
  const circle: Step[] = [
    ['M', 2, 3],
    ['C', 2, 3 - k, 4 - k, 1, 4, 1],
    ['C', 4 + k, 1, 6, 3 - k, 6, 3],
    ['C', 6, 3 + k, 4 + k, 5, 4, 5],
    ['C', 4 - k, 5, 2, 3 + k, 2, 3],
    ['Z'],
  ];
  const ink = rowsOf(circle)
    .flat()
    .reduce((sum, red) => sum + (255 - red) / 255, 0);
  expect(ink).toBeCloseTo(Math.PI * 4, 0);
});
