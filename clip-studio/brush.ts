import { chance, clamp, mix } from './motion.ts';

/** x, y in the clip's own pixels. */
export type Point = readonly [number, number];

/**
 * How a stroke is laid down. `upTo` is the part painted so far, 0..1. `dry` is how soon the bristles run out of ink.
 */
export type StrokeStyle = {
  width: number;
  color: string;
  upTo?: number;
  seed?: number;
  dry?: number;
};

const step = 4;

/** Points about four pixels apart along a smooth curve through the given ones. */
export function curve(points: readonly Point[]): Point[] {
  const line: Point[] = [];
  for (let i = 0; i < points.length - 1; i++) {
    const [b, c] = [points[i]!, points[i + 1]!];
    const a = points[i - 1] ?? b;
    const d = points[i + 2] ?? c;
    const parts = Math.max(1, Math.ceil(Math.hypot(c[0] - b[0], c[1] - b[1]) / step));
    for (let k = 0; k < parts; k++) {
      const u = k / parts;
      line.push([passing(a[0], b[0], c[0], d[0], u), passing(a[1], b[1], c[1], d[1], u)]);
    }
  }
  line.push(points[points.length - 1]!);
  return line;
}

function passing(a: number, b: number, c: number, d: number, u: number): number {
  return b + 0.5 * u * (c - a + u * (2 * a - 5 * b + 4 * c - d + u * (3 * (b - c) + d - a)));
}

/** Points on an arc, angles in turns (0 is to the right, a quarter is down). */
export function arc(x: number, y: number, radius: number, from: number, to: number, flat = 1): Point[] {
  const parts = Math.max(6, Math.ceil(Math.abs(to - from) * 24));
  return Array.from({ length: parts + 1 }, (_, i) => {
    const angle = mix(from, to, i / parts) * Math.PI * 2;
    return [x + Math.cos(angle) * radius, y + Math.sin(angle) * radius * flat] as const;
  });
}

/**
 * One brush stroke: many bristles side by side, each with its own start, its own end and, where the
 * ink runs out, gaps. That is what makes a stroke look painted and not drawn with a marker.
 */
export function paintStroke(ctx: CanvasRenderingContext2D, through: readonly Point[], style: StrokeStyle) {
  const { width, color, seed = 1, dry = 0.5 } = style;
  const upTo = Math.min(1, style.upTo ?? 1);
  if (upTo <= 0) return;
  const line = curve(through);
  const random = chance(seed);
  const bristles = Math.max(4, Math.round(width / 2.6));
  ctx.save();
  ctx.strokeStyle = color;
  ctx.lineCap = 'round';
  ctx.lineJoin = 'round';
  ctx.lineWidth = Math.max(1.5, (width / bristles) * 2.2);
  for (let b = 0; b < bristles; b++) {
    const side = ((b + 0.5) / bristles) * 2 - 1;
    const from = Math.floor(random() * 0.02 * line.length + side * side * 2);
    const to = Math.floor(line.length * (1 - random() * dry * 0.16) * upTo);
    const phase = random() * 7;
    const thirst = random() * dry;
    ctx.beginPath();
    let down = false;
    for (let i = from; i < to; i++) {
      const along = i / line.length;
      const [x, y] = line[i]!;
      const [x0, y0] = line[Math.max(0, i - 2)]!;
      const [x1, y1] = line[Math.min(line.length - 1, i + 2)]!;
      const length = Math.hypot(x1 - x0, y1 - y0) || 1;
      const press = clamp(0.55 + along * 9) * (1 - 0.4 * clamp((along - 0.8) / 0.2) ** 2);
      const offset = (side + Math.sin(along * 9 + phase) * 0.03) * (width / 2) * press;
      const lifted = along > 0.5 && Math.sin(along * 47 + phase * 9) > 1.75 - thirst * along * 1.7;
      const px = x - ((y1 - y0) / length) * offset;
      const py = y + ((x1 - x0) / length) * offset;
      if (down && !lifted) ctx.lineTo(px, py);
      else ctx.moveTo(px, py);
      down = !lifted;
    }
    ctx.stroke();
  }
  ctx.restore();
}

/** The outline of an ink blot: a circle whose edge wavers. */
export function blotPath(x: number, y: number, radius: number, seed: number, rough = 0.1, flat = 1): Path2D {
  const random = chance(seed);
  const waves = [2, 3, 5].map((turns) => ({
    turns,
    phase: random() * 7,
    size: (rough * random()) / turns ** 0.4,
  }));
  const path = new Path2D();
  for (let i = 0; i <= 90; i++) {
    const angle = (i / 90) * Math.PI * 2;
    const r = radius * waves.reduce((sum, w) => sum + Math.sin(angle * w.turns + w.phase) * w.size, 1);
    path.lineTo(x + Math.cos(angle) * r, y + Math.sin(angle) * r * flat);
  }
  path.closePath();
  return path;
}

/** A blot with the specks that fly out of it. */
export function paintSplash(
  ctx: CanvasRenderingContext2D,
  x: number,
  y: number,
  radius: number,
  seed: number,
) {
  const random = chance(seed + 40);
  ctx.fill(blotPath(x, y, radius, seed, 0.16));
  for (let i = 0; i < 11; i++) {
    const angle = random() * Math.PI * 2;
    const away = radius * (1.15 + random() * 0.75);
    ctx.fill(
      blotPath(
        x + Math.cos(angle) * away,
        y + Math.sin(angle) * away,
        radius * (0.03 + random() * 0.09),
        i,
        0.2,
      ),
    );
  }
}
