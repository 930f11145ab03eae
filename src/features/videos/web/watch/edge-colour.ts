/** A colour by its red, green and blue channels, each from 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number];

/** A colour as CSS writes it. */
export function cssColour(colour: Colour): string {
  return `rgb(${colour.join(' ')})`;
}

/**
 * The median colour of the outermost pixels of a picture, whose bytes are RGBA as a canvas gives them. A median
 * ignores the part of a drawing that touches the edge.
 */
export function edgeColour(bytes: Uint8ClampedArray, width: number, height: number): Colour {
  const edge: number[] = [];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const outermost = x === 0 || y === 0 || x === width - 1 || y === height - 1;
      if (outermost) edge.push((y * width + x) * 4);
    }
  }
  const median = (channel: number) => {
    const values = edge.map((at) => bytes[at + channel] ?? 0).sort((one, other) => one - other);
    return values[Math.floor(values.length / 2)] ?? 0;
  };
  return [median(0), median(1), median(2)];
}

/** Whether dark words have more contrast on a colour than white ones, by the relative luminance of WCAG. */
export function isLight([red, green, blue]: Colour): boolean {
  const linear = (channel: number) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue) > 0.179;
}

/** From this difference of a channel on, a colour is seen as another one. */
const seenStep = 8;

/** Whether a colour is seen as the one that is shown already: the frames of a filmed clip differ by a step or two. */
export function isNear(colour: Colour, shown: Colour | null): boolean {
  return shown !== null && colour.every((channel, at) => Math.abs(channel - (shown[at] ?? 0)) < seenStep);
}

/** A picture is read at this size: enough to know its edge. */
const [width, height] = [18, 32];

export type Picture = HTMLImageElement | HTMLVideoElement;

/** One for all pictures: a clip that plays is read four times a second. */
let shared: CanvasRenderingContext2D | null = null;

function newContext(): CanvasRenderingContext2D | null {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  return canvas.getContext('2d', { willReadFrequently: true });
}

/** The edge colour of a loaded picture or frame. Null where the browser does not let the page read it. */
export function edgeColourOf(picture: Picture): Colour | null {
  shared ??= newContext();
  const context = shared;
  if (!context) return null;
  try {
    context.clearRect(0, 0, width, height);
    context.drawImage(picture, 0, 0, width, height);
    return edgeColour(context.getImageData(0, 0, width, height).data, width, height);
  } catch {
    // It holds what the page may not read, and would refuse every later picture.
    shared = null;
    return null;
  }
}
