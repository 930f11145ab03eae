/** Runs in the browser: paints any moment of any clip and hands it over as a picture. */
import { avatars, paintFace } from './avatars.ts';
import { ramp } from './motion.ts';
import { scenes } from './scenes.ts';
import { createStage, size } from './stage.ts';

export type StudioPage = {
  /** The moment `t` of a clip `seconds` long as a base64 JPEG, and what is wrong with its words. */
  frame(slug: string, t: number, seconds: number): { picture: string; faults: string[] };
  /** The moment that stands for a clip, as a base64 WebP of 540 by 960. */
  poster(slug: string): string;
  /** A portrait as a base64 WebP of 256 by 256. */
  avatar(name: string): string;
};

const canvas = document.body.appendChild(newCanvas(size));
const ctx = canvas.getContext('2d', { willReadFrequently: true })!;

const studio: StudioPage = {
  frame(slug, t, seconds) {
    const stage = paint(slug, t);
    ctx.globalAlpha = ramp(t, seconds - 0.4, 0.36);
    ctx.fillStyle = stage.paper;
    ctx.fillRect(0, 0, size.width, size.height);
    ctx.globalAlpha = 1;
    return { picture: base64(canvas, 'image/jpeg', 0.97), faults: stage.faults() };
  },
  poster(slug) {
    paint(slug, scenes[slug]!.poster);
    const small = newCanvas({ width: size.width * 0.75, height: size.height * 0.75 });
    small.getContext('2d')!.drawImage(canvas, 0, 0, small.width, small.height);
    return base64(small, 'image/webp', 0.74);
  },
  avatar(name) {
    const square = newCanvas({ width: 256, height: 256 });
    paintFace(createStage(square.getContext('2d')!, { accent: 'coral' }), avatars[name]!);
    return base64(square, 'image/webp', 0.86);
  },
};

function paint(slug: string, t: number) {
  const stage = createStage(ctx, scenes[slug]!);
  stage.ground();
  scenes[slug]!.draw(stage, t);
  return stage;
}

function newCanvas(dimensions: { width: number; height: number }) {
  return Object.assign(document.createElement('canvas'), dimensions);
}

const base64 = (from: HTMLCanvasElement, type: string, quality: number) =>
  from.toDataURL(type, quality).split(',')[1]!;

/**
 * Web fonts come in pieces by alphabet, fetched on first use, and a canvas does not wait for them. So the pieces
 * that hold the letters of the scenes' own sources are fetched before anything is painted.
 */
async function loadLetters() {
  const sources = await Promise.all(
    Object.keys(scenes).map(async (slug) => (await fetch(`/scenes/${slug}.ts`)).text()),
  );
  const letters = [...new Set(sources.join(''))].join('');
  const cuts = new Set(
    [...document.fonts].map(
      ({ family, weight }) => `${weight.replace('200 1000', '900')} 40px '${family.replaceAll('"', '')}'`,
    ),
  );
  await Promise.all([...cuts].map((cut) => document.fonts.load(cut, letters)));
}

await loadLetters();
Object.assign(globalThis, { studio });
