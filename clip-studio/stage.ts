import { blotPath, type Point, paintSplash, paintStroke, type StrokeStyle } from './brush.ts';
import { type DropLook, paintDrop } from './drop.ts';
import { createLettering } from './lettering.ts';
import { chance, clamp, land, mix } from './motion.ts';
import { accents, type Palette } from './palette.ts';

export const size = { width: 720, height: 1280 } as const;

export type Stage = ReturnType<typeof createStage>;

/** Points, or numbers written as in an SVG polyline: "10,20 30,40". */
type Path = readonly Point[] | string;

type BlotStyle = {
  color?: string;
  seed?: number;
  /** How much its edge wavers. */
  rough?: number;
  show?: number;
  alpha?: number;
  /** Its height as a part of its width. */
  flat?: number;
};

/** The brushes, type and character a scene paints with, in the clip's colours. */
export function createStage(ctx: CanvasRenderingContext2D, palette: Palette) {
  const accent = palette.night ? lighten(accents[palette.accent]) : accents[palette.accent];
  const [paper, ink] = palette.night ? ['#231f2d', '#f8efdf'] : ['#f8f1e4', '#211d2b'];
  const soft = palette.night ? '#a49bb3' : '#7b7280';

  function ground() {
    ctx.fillStyle = paper;
    ctx.fillRect(0, 0, size.width, size.height);
    const random = chance(7);
    ctx.strokeStyle = ink;
    ctx.lineWidth = 1.2;
    ctx.globalAlpha = 0.07;
    for (let i = 0; i < 90; i++) {
      const [x, y, angle] = [random() * size.width, random() * size.height, random() * 7];
      ctx.beginPath();
      ctx.moveTo(x, y);
      ctx.quadraticCurveTo(x + 6, y - 5, x + Math.cos(angle) * 16, y + Math.sin(angle) * 16);
      ctx.stroke();
    }
    ctx.globalAlpha = 1;
  }

  function brush(points: Path, style: Partial<StrokeStyle> = {}) {
    paintStroke(ctx, typeof points === 'string' ? pointsOf(points) : points, {
      width: 14,
      color: ink,
      ...style,
    });
  }

  /** A painted arrow from one point to another, bent sideways by `bend` pixels. */
  function arrow(from: Point, to: Point, style: Partial<StrokeStyle> & { bend?: number } = {}) {
    const { upTo = 1, bend = 0, width = 12, color = ink } = style;
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const length = Math.hypot(dx, dy) || 1;
    const middle: Point = [
      (from[0] + to[0]) / 2 - (dy / length) * bend,
      (from[1] + to[1]) / 2 + (dx / length) * bend,
    ];
    brush([from, middle, to], {
      dry: 0.2,
      ...style,
      width,
      color,
      upTo: Math.min(1, upTo * 1.25),
    });
    if (upTo < 0.8) return;
    const angle = Math.atan2(to[1] - middle[1], to[0] - middle[0]) + (bend / length) * 0.8;
    const barb = width * 2.6;
    for (const side of [-0.62, 0.62]) {
      const tail: Point = [to[0] - Math.cos(angle + side) * barb, to[1] - Math.sin(angle + side) * barb];
      brush([to, tail], {
        width: width * 0.85,
        color,
        dry: 0,
        upTo: (upTo - 0.8) / 0.2,
      });
    }
  }

  /** A filled blot; `show` makes it bloom. */
  function blot(x: number, y: number, radius: number, style: BlotStyle = {}) {
    const { color = accent, seed = 1, rough = 0.1, show = 1, alpha = 1, flat = 1 } = style;
    if (show <= 0) return;
    ctx.save();
    ctx.globalAlpha *= alpha;
    ctx.fillStyle = color;
    ctx.fill(blotPath(x, y, radius * show, seed, rough, flat));
    ctx.restore();
  }

  function splash(x: number, y: number, radius: number, style: { color?: string; seed?: number } = {}) {
    ctx.fillStyle = style.color ?? ink;
    if (radius > 0) paintSplash(ctx, x, y, radius, style.seed ?? 1);
  }

  function drop(x: number, y: number, r: number, look: Partial<DropLook> = {}) {
    paintDrop(ctx, x, y, r, {
      body: ink,
      face: paper,
      cheeks: accent,
      ...look,
    });
  }

  /** A seal pressed beside the work, as under an ink painting. `show` presses it. */
  function seal(text: string, x: number, y: number, show: number, family = '') {
    if (show <= 0) return;
    ctx.save();
    ctx.translate(x, y);
    ctx.rotate(-0.07);
    ctx.scale(mix(1.7, 1, land(clamp(show))), mix(1.7, 1, land(clamp(show))));
    ctx.globalAlpha = clamp(show * 1.6);
    ctx.fillStyle = accent;
    const random = chance(text.length + 3);
    ctx.beginPath();
    for (let i = 0; i < 40; i++) {
      const angle = (i / 40) * Math.PI * 2;
      const edge = 38 / Math.max(Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))) ** 0.86;
      ctx.lineTo(Math.cos(angle) * edge + random() * 2.5, Math.sin(angle) * edge + random() * 2.5);
    }
    ctx.fill();
    ctx.globalAlpha = 1;
    ctx.fillStyle = palette.night ? '#231f2d' : '#fff8ec';
    ctx.textAlign = 'center';
    setFont({ points: text.length > 2 ? 32 : text.length > 1 ? 40 : 54, weight: 900, family });
    const { actualBoundingBoxAscent: above, actualBoundingBoxDescent: below } = ctx.measureText(text);
    ctx.fillText(text, 0, (above - below) / 2);
    ctx.restore();
  }

  const { text, width, setFont, faults } = createLettering(ctx, ink, accent);

  return {
    ctx,
    paper,
    ink,
    accent,
    soft,
    ground,
    brush,
    arrow,
    blot,
    splash,
    drop,
    seal,
    text,
    width,
    faults,
  };
}

/** The accent for dark grounds: the same hue, nearer to the light. */
function lighten(hex: string): string {
  const parts = [1, 3, 5].map((i) => Number.parseInt(hex.slice(i, i + 2), 16));
  return `rgb(${parts.map((part) => Math.round(mix(part, 255, 0.32))).join(' ')})`;
}

function pointsOf(path: string): Point[] {
  return path.split(' ').map((pair) => pair.split(',').map(Number) as unknown as Point);
}
