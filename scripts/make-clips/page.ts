/** Runs in the browser: paints any moment of any clip and hands it over as a picture. */
import { ramp } from './motion.ts';
import { scenes } from './scenes.ts';
import { createStage, size } from './stage.ts';

export type StudioPage = {
  /** The moment `t` of a clip `seconds` long as a base64 picture, and what is wrong with its words. */
  frame(
    slug: string,
    t: number,
    seconds: number,
    type: string,
    quality: number,
  ): Promise<{ picture: string; faults: string[] }>;
};

const canvas = document.body.appendChild(Object.assign(document.createElement('canvas'), size));
const ctx = canvas.getContext('2d', { willReadFrequently: true })!;
const lettered = new Set<string>();

const studio: StudioPage = {
  async frame(slug, t, seconds, type, quality) {
    await loadLetters(slug);
    const scene = scenes[slug]!;
    const stage = createStage(ctx, scene);
    stage.ground();
    scene.draw(stage, t);
    ctx.globalAlpha = ramp(t, seconds - 0.4, 0.36);
    ctx.fillStyle = stage.paper;
    ctx.fillRect(0, 0, size.width, size.height);
    ctx.globalAlpha = 1;
    return { picture: canvas.toDataURL(type, quality).split(',')[1]!, faults: stage.faults() };
  },
};

/** Web fonts come in pieces by alphabet; a canvas does not wait for them. Loads the pieces with the letters of a scene's source. */
async function loadLetters(slug: string) {
  if (lettered.has(slug)) return;
  const words = await (await fetch(`/scenes/${slug}.ts`)).text();
  const cuts = new Set(
    [...document.fonts].map(
      ({ family, weight }) => `${weight.replace('200 1000', '900')} 40px '${family.replaceAll('"', '')}'`,
    ),
  );
  await Promise.all([...cuts].map((cut) => document.fonts.load(cut, words)));
  lettered.add(slug);
}

Object.assign(globalThis, { studio });
