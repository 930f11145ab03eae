import { expect, it } from 'vitest';
import { type Colour, edgeColour, isLight, isNear } from './edge-colour.ts';

const paper: Colour = [248, 241, 228];
const ink: Colour = [35, 31, 45];

/** A picture of one colour with the named pixels in another. */
function picture(ground: Colour, dots: readonly (readonly [x: number, y: number])[], dot: Colour) {
  const bytes = new Uint8ClampedArray(8 * 8 * 4);
  for (let at = 0; at < 64; at++) bytes.set([...ground, 255], at * 4);
  for (const [x, y] of dots) bytes.set([...dot, 255], (y * 8 + x) * 4);
  return bytes;
}

it('edgeColour ignores the middle of a picture and a drawing that touches its edge', () => {
  const middle = [3, 4, 5].flatMap((x) => [3, 4, 5].map((y) => [x, y] as const));
  const touching = [0, 1, 2].map((x) => [x, 0] as const);
  expect(edgeColour(picture(paper, [...middle, ...touching], ink), 8, 8)).toEqual(paper);
});

it('isLight asks for dark words on paper and for white ones on ink', () => {
  expect(isLight(paper)).toBe(true);
  expect(isLight(ink)).toBe(false);
});

it('isNear takes a frame that differs by a few steps for the ground that is shown, and no ground for none', () => {
  const [red, green, blue] = paper;
  expect(isNear([red - 3, green + 3, blue], paper)).toBe(true);
  expect(isNear([red, green, blue - 8], paper)).toBe(false);
  expect(isNear(paper, null)).toBe(false);
});
