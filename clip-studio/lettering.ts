import { clamp, land, mix, settle } from './motion.ts';

/** Words stay inside this: the feed's own words and buttons cover the rest, and tall phones crop the sides. */
const safe = { left: 64, right: 656, top: 154, bottom: 1050 } as const;

/** The interface's typeface, then rounded ones for the letters it lacks. */
const typefaces = "'Nunito Variable', 'Jua', 'Zen Maru Gothic', 'Baloo 2', 'Baloo Bhaijaan 2'";

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

type Font = { points: number; weight: number; family: string };
type Box = { text: string; left: number; right: number; top: number; bottom: number };

/** Writing on the clips, in the given colours; it remembers what lies where, to find words that collide. */
export function createLettering(ctx: CanvasRenderingContext2D, ink: string, accent: string) {
  const boxes: Box[] = [];

  function setFont({ points, weight, family }: Font) {
    ctx.font = `${weight} ${points}px ${family ? `'${family}', ` : ''}${typefaces}`;
  }

  function width(value: string, points: number, weight = 800, family = ''): number {
    setFont({ points, weight, family });
    return ctx.measureText(value.replaceAll('*', '')).width;
  }

  /** Words; those between asterisks take the accent colour. `y` is the middle of the capitals of the first line. */
  function text(value: string, x: number, y: number, style: TextStyle = {}) {
    const { weight = 800, align = 'center', show = 1, tilt = 0, family = '', how = 'pop' } = style;
    if (show <= 0) return;
    const lines = value.split('\n');
    const widest = Math.max(...lines.map((line) => width(line, 100, weight, family))) / 100;
    const points = Math.min(style.size ?? 52, (style.max ?? safe.right - safe.left) / widest);
    const shown = clamp(show);
    for (const [i, line] of lines.entries()) {
      const length = width(line, points, weight, family);
      const left = { left: x, center: x - length / 2, right: x - length }[align];
      const middle = y + i * points * 1.16;
      if (!style.loose && shown > 0.9) {
        const [top, bottom] = [middle - points * 0.4, middle + points * 0.5];
        boxes.push({ text: line, left, right: left + length, top, bottom });
      }
      ctx.save();
      ctx.translate(left + length / 2, middle);
      ctx.rotate(tilt * Math.PI * 2);
      enter(how, shown, length, points);
      ctx.translate(-length / 2, points * 0.36);
      writeLine(line, { points, weight, family }, style.color ?? ink, how === 'letters' ? shown : 1);
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

  /** One line; with `arrived` under 1 its letters come up one after another. */
  function writeLine(line: string, font: Font, color: string, arrived: number) {
    const total = line.replaceAll('*', '').length;
    let [x, done] = [0, 0];
    setFont(font);
    ctx.textAlign = 'left';
    for (const [i, part] of line.split('*').entries()) {
      ctx.fillStyle = i % 2 ? accent : color;
      const long = ctx.measureText(part).width;
      if (arrived >= 1)
        ctx.fillText(part, x, 0); // Whole, because letters of Arabic and Hindi join.
      else {
        for (const [k, letter] of [...part].entries()) {
          const here = clamp(arrived * (total * 0.5 + 2) - (done + k) * 0.5);
          ctx.save();
          ctx.globalAlpha *= here;
          const before = ctx.measureText(part.slice(0, k)).width;
          ctx.fillText(letter, x + before, (1 - settle(here)) * font.points * 0.7);
          ctx.restore();
        }
      }
      done += part.length;
      x += long;
    }
  }

  /** Words of the moment just painted that leave the safe area or lie on each other. */
  function faults(): string[] {
    return boxes.flatMap((box, i) => {
      const over = boxes.slice(i + 1).filter((other) => {
        const wide = Math.min(box.right, other.right) - Math.max(box.left, other.left);
        const high = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
        return wide > 4 && high > 4;
      });
      const sideways = box.left < safe.left - 1 || box.right > safe.right + 1;
      const outside = sideways || box.top < safe.top || box.bottom > safe.bottom;
      const found = over.map((other) => `"${box.text}" lies on "${other.text}"`);
      return outside ? [...found, `"${box.text}" leaves the safe area`] : found;
    });
  }

  return { text, width, setFont, faults };
}
