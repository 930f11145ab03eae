import { arc, curve, type Point } from './brush.ts';

type Mood = 'smile' | 'open' | 'flat' | 'sad' | 'oh';

/**
 * The ink drop, the character of every clip. `r` is the radius of its round part, `squash` is above 0 when pressed
 * down and below 0 when stretched, `lean` moves the tip, `look` the pupils (-1..1), arms are angles in turns
 * (0 hangs out sideways, a quarter points up).
 */
export type DropLook = {
  mood?: Mood;
  look?: Point;
  lean?: number;
  squash?: number;
  tilt?: number;
  arms?: readonly [left: number, right: number];
  legs?: boolean;
  blinkAt?: number;
  body: string;
  face: string;
  cheeks: string;
};

export function paintDrop(ctx: CanvasRenderingContext2D, x: number, y: number, r: number, look: DropLook) {
  const { lean = 0, squash = 0, tilt = 0, mood = 'smile' } = look;
  ctx.save();
  ctx.translate(x, y + r);
  ctx.rotate(tilt * Math.PI * 2);
  ctx.scale(r * (1 + squash * 0.5), r * (1 - squash * 0.5));
  ctx.translate(0, -1);
  ctx.lineCap = 'round';
  ctx.strokeStyle = look.body;
  ctx.fillStyle = look.body;
  ctx.lineWidth = 0.17;
  if (look.legs) paintLegs(ctx);
  if (look.arms) paintArms(ctx, look.arms);
  ctx.beginPath();
  ctx.moveTo(lean, -1.72);
  ctx.bezierCurveTo(lean * 0.3 + 0.22, -1.12, 1, -0.66, 1, 0.08);
  ctx.bezierCurveTo(1, 0.64, 0.56, 1, 0, 1);
  ctx.bezierCurveTo(-0.56, 1, -1, 0.64, -1, 0.08);
  ctx.bezierCurveTo(-1, -0.66, lean * 0.3 - 0.22, -1.12, lean, -1.72);
  ctx.fill();
  ctx.strokeStyle = look.face;
  ctx.globalAlpha = 0.3;
  ctx.lineWidth = 0.1;
  strokeLine(ctx, [
    [-0.74, -0.12],
    [-0.66, -0.42],
    [-0.44, -0.72],
  ]);
  ctx.globalAlpha = 1;
  paintFace(ctx, look, mood);
  ctx.restore();
}

function paintLegs(ctx: CanvasRenderingContext2D) {
  for (const side of [-1, 1]) {
    strokeLine(ctx, [
      [side * 0.34, 0.8],
      [side * 0.36, 1.26],
      [side * 0.58, 1.3],
    ]);
  }
}

function paintArms(ctx: CanvasRenderingContext2D, arms: readonly [number, number]) {
  for (const [i, side] of [-1, 1].entries()) {
    const angle = arms[i]! * Math.PI * 2;
    const reach = (length: number, bend: number): Point => [
      side * (0.82 + Math.cos(angle + bend) * length),
      0.25 - Math.sin(angle + bend) * length,
    ];
    strokeLine(ctx, [[side * 0.78, 0.28], reach(0.42, -0.35), reach(0.78, 0)]);
  }
}

function paintFace(ctx: CanvasRenderingContext2D, look: DropLook, mood: Mood) {
  const blink = look.blinkAt !== undefined && look.blinkAt % 2.7 < 0.13;
  const [lookX, lookY] = look.look ?? [0, 0];
  for (const side of [-1, 1]) {
    const eyeX = side * 0.36 + lookX * 0.1;
    const eyeY = -0.05 + lookY * 0.08;
    ctx.fillStyle = look.face;
    ctx.beginPath();
    ctx.ellipse(eyeX, eyeY, 0.23, blink ? 0.03 : 0.29, 0, 0, Math.PI * 2);
    ctx.fill();
    if (!blink) {
      ctx.fillStyle = look.body;
      ctx.beginPath();
      ctx.ellipse(eyeX + lookX * 0.1, eyeY + lookY * 0.13, 0.12, 0.15, 0, 0, Math.PI * 2);
      ctx.fill();
    }
    ctx.fillStyle = look.cheeks;
    ctx.beginPath();
    ctx.ellipse(side * 0.66, 0.36, 0.15, 0.11, 0, 0, Math.PI * 2);
    ctx.fill();
  }
  ctx.lineWidth = 0.1;
  ctx.strokeStyle = look.face;
  ctx.fillStyle = look.face;
  const mouthX = lookX * 0.12;
  if (mood === 'smile') strokeLine(ctx, arc(mouthX, 0.34, 0.24, 0.06, 0.44, 0.85));
  if (mood === 'sad') strokeLine(ctx, arc(mouthX, 0.68, 0.22, 0.57, 0.93, 0.8));
  if (mood === 'flat')
    strokeLine(ctx, [
      [mouthX - 0.2, 0.5],
      [mouthX + 0.2, 0.47],
    ]);
  if (mood === 'open' || mood === 'oh') {
    ctx.beginPath();
    if (mood === 'oh') ctx.ellipse(mouthX, 0.52, 0.14, 0.18, 0, 0, Math.PI * 2);
    else ctx.arc(mouthX, 0.4, 0.27, 0, Math.PI);
    ctx.closePath();
    ctx.fill();
  }
}

function strokeLine(ctx: CanvasRenderingContext2D, points: readonly Point[]) {
  ctx.beginPath();
  for (const [x, y] of curveFine(points)) ctx.lineTo(x, y);
  ctx.stroke();
}

/** The curve of the brush, for the drop's own unit-sized space. */
const curveFine = (points: readonly Point[]): Point[] =>
  curve(points.map(([x, y]) => [x * 100, y * 100])).map(([x, y]) => [x / 100, y / 100]);
