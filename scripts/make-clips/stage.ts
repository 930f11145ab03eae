import { blotPath, type Point, paintSplash, paintStroke, type StrokeStyle } from './brush.ts';
import { type DropLook, paintDrop } from './drop.ts';
import { chance, clamp, land, mix, settle } from './motion.ts';
import { accents, type Scene } from './scene.ts';

export const size = { width: 720, height: 1280 } as const;

/** Words stay inside this: the feed's own words and buttons cover the rest, and tall phones crop the sides. */
const safe = { left: 64, right: 656, top: 154, bottom: 1050 } as const;

export type TextStyle = {
  size?: number;
  weight?: number;
  color?: string;
  align?: 'left' | 'center' | 'right';
  /** How far it has appeared, 0..1. */
  show?: number;
  how?: 'pop' | 'rise' | 'wipe' | 'wipe-left' | 'letters' | 'none';
  /** In turns, clockwise. */
  tilt?: number;
  family?: string;
  /** The widest it may be; it shrinks to fit. */
  max?: number;
  /** Decoration: may leave the safe area and lie over other words. */
  loose?: boolean;
};

type Box = { text: string; left: number; right: number; top: number; bottom: number };

export type Stage = ReturnType<typeof createStage>;

/** The brushes, type and character a scene paints with, in the clip's colours. */
export function createStage(ctx: CanvasRenderingContext2D, scene: Pick<Scene, 'accent' | 'night'>) {
  const accent = scene.night ? lighten(accents[scene.accent]) : accents[scene.accent];
  const [paper, ink] = scene.night ? ['#231f2d', '#f8efdf'] : ['#f8f1e4', '#211d2b'];
  const soft = scene.night ? '#a49bb3' : '#7b7280';
  const boxes: Box[] = [];

  function ground() {
    boxes.length = 0;
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

  function brush(points: readonly Point[], style: Partial<StrokeStyle> = {}) {
    paintStroke(ctx, points, { width: 14, color: ink, ...style });
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
    brush([from, middle, to], { dry: 0.2, ...style, width, color, upTo: Math.min(1, upTo * 1.25) });
    if (upTo < 0.8) return;
    const angle = Math.atan2(to[1] - middle[1], to[0] - middle[0]) + (bend / length) * 0.8;
    const barb = width * 2.6;
    for (const side of [-0.62, 0.62]) {
      const tail: Point = [to[0] - Math.cos(angle + side) * barb, to[1] - Math.sin(angle + side) * barb];
      brush([to, tail], { width: width * 0.85, color, dry: 0, upTo: (upTo - 0.8) / 0.2 });
    }
  }

  /** A filled blot; `show` makes it bloom. */
  function blot(
    x: number,
    y: number,
    radius: number,
    style: {
      color?: string;
      seed?: number;
      rough?: number;
      show?: number;
      alpha?: number;
      flat?: number;
    } = {},
  ) {
    const { color = accent, seed = 1, rough = 0.1, show = 1, alpha = 1, flat = 1 } = style;
    if (show <= 0) return;
    ctx.save();
    ctx.globalAlpha = alpha;
    ctx.fillStyle = color;
    ctx.fill(blotPath(x, y, radius * Math.max(0, show), seed, rough, flat));
    ctx.restore();
  }

  function splash(x: number, y: number, radius: number, style: { color?: string; seed?: number } = {}) {
    ctx.fillStyle = style.color ?? ink;
    if (radius > 0) paintSplash(ctx, x, y, radius, style.seed ?? 1);
  }

  function drop(x: number, y: number, r: number, look: Partial<DropLook> = {}) {
    paintDrop(ctx, x, y, r, { body: ink, face: paper, cheeks: accent, ...look });
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
    ctx.fillStyle = scene.night ? '#231f2d' : '#fff8ec';
    ctx.textAlign = 'center';
    setFont(text.length > 2 ? 32 : 40, 900, family);
    ctx.fillText(text, 0, 14);
    ctx.restore();
  }

  function setFont(points: number, weight: number, family = '') {
    ctx.font = `${weight} ${points}px ${family ? `'${family}', ` : ''}'Nunito Variable'`;
  }

  function width(value: string, points: number, weight = 800, family = ''): number {
    setFont(points, weight, family);
    return ctx.measureText(value.replaceAll('*', '')).width;
  }

  /** Words; those between asterisks take the accent colour. `y` is the middle of the capitals of the first line. */
  function text(value: string, x: number, y: number, style: TextStyle = {}) {
    const { weight = 800, align = 'center', show = 1, tilt = 0, family = '', how = 'pop' } = style;
    if (show <= 0) return;
    const lines = value.split('\n');
    const max = style.max ?? safe.right - safe.left;
    const widest = Math.max(...lines.map((line) => width(line, 100, weight, family))) / 100;
    const points = Math.min(style.size ?? 52, max / widest);
    const shown = clamp(show);
    for (const [i, line] of lines.entries()) {
      const length = width(line, points, weight, family);
      const left = align === 'left' ? x : align === 'right' ? x - length : x - length / 2;
      const middle = y + i * points * 1.16;
      if (!style.loose && shown > 0.9) {
        boxes.push({
          text: line,
          left,
          right: left + length,
          top: middle - points * 0.4,
          bottom: middle + points * 0.5,
        });
      }
      ctx.save();
      ctx.translate(left + length / 2, middle);
      ctx.rotate(tilt * Math.PI * 2);
      enter(how, shown, length, points);
      ctx.translate(-length / 2, points * 0.36);
      ctx.textAlign = 'left';
      writeLine(line, {
        points,
        weight,
        family,
        color: style.color ?? ink,
        letters: how === 'letters' ? shown : 1,
      });
      ctx.restore();
    }
  }

  function enter(how: TextStyle['how'], shown: number, length: number, points: number) {
    if (how === 'pop') {
      ctx.globalAlpha *= clamp(shown * 2.5);
      const scale = mix(0.6, 1, settle(shown));
      ctx.scale(scale, scale);
    } else if (how === 'rise') {
      ctx.globalAlpha *= clamp(shown * 2);
      ctx.translate(0, (1 - land(shown)) * points * 0.9);
    } else if (how === 'wipe' || how === 'wipe-left') {
      const from = how === 'wipe' ? -length / 2 - 20 : length / 2 + 20 - (length + 40) * shown;
      ctx.beginPath();
      ctx.rect(from, -points * 1.3, (length + 40) * shown, points * 2.6);
      ctx.clip();
    }
  }

  function writeLine(
    line: string,
    style: { points: number; weight: number; family: string; color: string; letters: number },
  ) {
    let x = 0;
    let done = 0;
    const total = line.replaceAll('*', '').length;
    for (const [i, part] of line.split('*').entries()) {
      ctx.fillStyle = i % 2 ? accent : style.color;
      setFont(style.points, style.weight, style.family);
      if (style.letters >= 1) {
        ctx.fillText(part, x, 0);
      } else {
        for (const [k, letter] of [...part].entries()) {
          const arrived = clamp(style.letters * (total * 0.5 + 2) - (done + k) * 0.5);
          ctx.save();
          ctx.globalAlpha *= arrived;
          ctx.fillText(
            letter,
            x + ctx.measureText([...part].slice(0, k).join('')).width,
            (1 - settle(arrived)) * style.points * 0.7,
          );
          ctx.restore();
        }
      }
      done += part.length;
      x += ctx.measureText(part).width;
    }
  }

  /** Words of the moment just painted that leave the safe area or lie on each other. */
  function faults(): string[] {
    const found: string[] = [];
    for (const [i, box] of boxes.entries()) {
      if (
        box.left < safe.left - 1 ||
        box.right > safe.right + 1 ||
        box.top < safe.top ||
        box.bottom > safe.bottom
      ) {
        found.push(`"${box.text}" leaves the safe area`);
      }
      for (const other of boxes.slice(i + 1)) {
        const wide = Math.min(box.right, other.right) - Math.max(box.left, other.left);
        const high = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
        if (wide > 4 && high > 4) found.push(`"${box.text}" lies on "${other.text}"`);
      }
    }
    return found;
  }

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
