/** A step of an outline, in pixels from the top left: as SVG has them, absolute. */
export type Step = ['M' | 'L' | 'Q' | 'C', ...number[]] | ['Z'];

/** What is filled with one colour, `#rrggbb`. Outlines of a shape that overlap count once. */
export type Shape = { colour: string; outline: readonly Step[] };

/** Straight pieces for each curve: at the size of a letter in a picture, no corner shows. */
const piecesOfCurve = 12;

/**
 * Fills shapes, the later over the earlier, on a background, and answers the pixels as RGB bytes by rows. Edges are
 * smooth: a pixel takes as much of the colour as the shape covers of it.
 *
 * Sharp would take an SVG, but its SVG reader is switched off for the whole process, because pictures that people
 * upload must not reach it (server/files/make-square-picture.ts).
 */
export function fillShapes(
  { width, height, background }: { width: number; height: number; background: string },
  shapes: readonly Shape[],
): Uint8Array {
  const pixels = new Uint8Array(width * height * 3);
  const paper = bytesOf(background);
  for (let at = 0; at < pixels.length; at += 3) pixels.set(paper, at);
  for (const { colour, outline } of shapes) {
    const edges = [...edgesOf(outline)];
    const box = boxAround(edges, width, height);
    const covered = coverageOf(edges, box);
    const ink = bytesOf(colour);
    for (let row = 0; row < box.height; row++) {
      for (let column = 0; column < box.width; column++) {
        const part = covered[row * box.width + column] ?? 0;
        if (part === 0) continue;
        const at = ((box.top + row) * width + box.left + column) * 3;
        for (let channel = 0; channel < 3; channel++) {
          const before = pixels[at + channel] ?? 0;
          pixels[at + channel] = Math.round(before * (1 - part) + (ink[channel] ?? 0) * part);
        }
      }
    }
  }
  return pixels;
}

type Box = { left: number; top: number; width: number; height: number };

/** The whole pixels of the picture that the edges may touch. */
function boxAround(edges: readonly Edge[], width: number, height: number): Box {
  const within = (number: number, most: number) => Math.min(most, Math.max(0, number));
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (const [[x, y]] of edges) {
    left = Math.min(left, within(Math.floor(x), width));
    right = Math.max(right, within(Math.ceil(x), width));
    top = Math.min(top, within(Math.floor(y), height));
    bottom = Math.max(bottom, within(Math.ceil(y), height));
  }
  return { left, top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
}

function bytesOf(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}

/**
 * How much of each pixel of the box the edges cover, 0 to 1. Each edge adds to the pixels it crosses the area to its
 * right, with a sign for its direction; the running total along a row is then what lies inside.
 */
function coverageOf(edges: readonly Edge[], { left, top, width, height }: Box): Float32Array {
  // An edge on the right border adds to two pixels beyond it.
  const wide = width + 2;
  const areas = new Float32Array(wide * height);
  for (const [[fromX, fromY], [toX, toY]] of edges) {
    addEdge(areas, width, height, [fromX - left, fromY - top], [toX - left, toY - top]);
  }
  const covered = new Float32Array(width * height);
  for (let row = 0; row < height; row++) {
    let total = 0;
    for (let column = 0; column < width; column++) {
      total += areas[row * wide + column] ?? 0;
      const part = Math.min(1, Math.abs(total));
      // What is left of adding and taking away.
      covered[row * width + column] = part < 0.002 ? 0 : part;
    }
  }
  return covered;
}

type Point = readonly [x: number, y: number];
type Edge = readonly [from: Point, to: Point];

function* edgesOf(outline: readonly Step[]): Generator<Edge> {
  let start: Point = [0, 0];
  let here: Point = start;
  for (const [kind, ...numbers] of outline) {
    const points = Array.from(
      { length: numbers.length / 2 },
      (_, at): Point => [numbers[at * 2] ?? 0, numbers[at * 2 + 1] ?? 0],
    );
    if (kind === 'M') {
      yield [here, start];
      start = points[0] ?? start;
      here = start;
    } else if (kind === 'Z') {
      yield [here, start];
      here = start;
    } else {
      const from = here;
      const pieces = kind === 'L' ? 1 : piecesOfCurve;
      for (let piece = 1; piece <= pieces; piece++) {
        const next = pointOn([from, ...points], piece / pieces);
        yield [here, next];
        here = next;
      }
    }
  }
  yield [here, start];
}

/** The point of a Bézier curve of any degree, by de Casteljau. */
function pointOn(points: readonly Point[], part: number): Point {
  if (points.length === 1) return points[0] as Point;
  const between = points.slice(1).map(([x, y], at): Point => {
    const [beforeX, beforeY] = points[at] as Point;
    return [beforeX + (x - beforeX) * part, beforeY + (y - beforeY) * part];
  });
  return pointOn(between, part);
}

function addEdge(areas: Float32Array, width: number, height: number, from: Point, to: Point): void {
  if (from[1] === to[1]) return;
  const sign = from[1] < to[1] ? 1 : -1;
  const [[topX, topY], [bottomX, bottomY]] = sign === 1 ? [from, to] : [to, from];
  const slope = (bottomX - topX) / (bottomY - topY);
  const xAt = (y: number) => Math.min(width, Math.max(0, topX + (y - topY) * slope));
  const first = Math.max(0, Math.floor(topY));
  const last = Math.min(height, Math.ceil(bottomY));
  for (let row = first; row < last; row++) {
    const above = Math.max(row, topY);
    const below = Math.min(row + 1, bottomY);
    if (below > above) addPiece(areas, row * (width + 2), xAt(above), xAt(below), sign * (below - above));
  }
}

/** Adds an edge within one row: its height times the part of each pixel to its right. */
function addPiece(areas: Float32Array, row: number, fromX: number, toX: number, height: number): void {
  const left = Math.min(fromX, toX);
  const right = Math.max(fromX, toX);
  const first = Math.floor(left);
  const last = Math.ceil(right);
  if (last <= first + 1) {
    // Within one pixel: the rest of the height counts from the next one on.
    const before = (left + right) / 2 - first;
    areas[row + first]! += height * (1 - before);
    areas[row + first + 1]! += height * before;
    return;
  }
  const perPixel = height / (right - left);
  let given = 0;
  for (let pixel = first; pixel < last; pixel++) {
    const enters = Math.max(left, pixel);
    const leaves = Math.min(right, pixel + 1);
    const here = (leaves - enters) * perPixel;
    const before = (enters + leaves) / 2 - pixel;
    areas[row + pixel]! += given + here * (1 - before);
    // What of this pixel's piece lies left of the pixel's end counts from the next one on.
    given = here * before;
  }
  areas[row + last]! += given;
}
