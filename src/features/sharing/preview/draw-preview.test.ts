import { expect, it } from 'vitest';
import { drawPreview } from './draw-preview.ts';
import { fillPreview, type Preview } from './fill-preview.ts';

const previews = ['Club de cine', 'Conversación', 'Café & croissant'].map(
  (title): Preview => ({ accent: 'live', kicker: 'Club · Inglés', title, lines: ['Sábado', 'Con Inés'] }),
);

/** The longest time that nothing else ran in this thread while `act` did, as a part of all of it. */
async function longestPause(act: () => Promise<unknown>): Promise<number> {
  let last = performance.now();
  const began = last;
  let longest = 0;
  const note = () => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  };
  const ticking = setInterval(note, 1);
  await act();
  clearInterval(ticking);
  note();
  return longest / (performance.now() - began);
}

it('drawPreview leaves the thread that answers requests free while pictures are computed', async () => {
  // It opens its fonts for the first one.
  for (const preview of previews) await drawPreview(preview);
  const draw = async () => {
    for (const preview of previews) await drawPreview(preview);
  };
  await expect.poll(() => longestPause(draw), { timeout: 60_000 }).toBeLessThan(0.15);
}, 90_000);

it('the control: pictures that are computed in that thread take it for themselves', async () => {
  const fill = async () => previews.map(fillPreview);
  expect(await longestPause(fill)).toBeGreaterThan(0.9);
});

it('drawPreview gives the same bytes for the same preview, and other ones for another', async () => {
  const [one, same, other] = await Promise.all([previews[0]!, previews[0]!, previews[1]!].map(drawPreview));
  expect(Buffer.from(one!)).toEqual(Buffer.from(same!));
  expect(Buffer.from(one!)).not.toEqual(Buffer.from(other!));
});
