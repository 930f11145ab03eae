import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { listCup } from '../reads.ts';
import { commitCupImport } from './commit-cup-import.ts';
import { previewCupImport } from './preview-cup-import.ts';

/*
 * Measures an import of ten thousand rows and what readers see during it, and prints the figures. The bound is two
 * seconds for the swap. No reader waits for the rest of the import (parsing, storing, positions, comparison).
 */
const rowsOnABoard = 10_000;
const mostForTheSwap = 2000;

let community: Community;
let admin: Person;
beforeAll(async () => {
  community = await newCommunity({ poolSize: 20 });
  admin = await community.person({ role: 'admin' });
});
afterAll(() => community.close());

/** A file like the tool's own. Every row of a board has the same XP, so that a mixture of two boards is visible. */
function file(figure: number): Uint8Array {
  const languages = ['English', 'French', 'German', 'Korean', 'Italian'];
  const lines = Array.from(
    { length: rowsOnABoard },
    (_, n) =>
      `"Apellido ${n % 700}, Nombre ${n}",alumno.${n},alumno${n}@example.org,Salón ${n % 40},${languages[n % 5]},${(n * 7) % 365},${n % 90},90,${n % 100}%,${n % 31},${figure},${n % 60}h ${n % 59}m,${n % 500},${n % 40}`,
  );
  const header =
    'Full name,Username,Email,Classroom,Language,Streak,Units completed,Total units in course,Percent completed,Days active,Total XP,Time Spent Learning,Lessons,Stories';
  return new TextEncoder().encode([header, ...lines].join('\n'));
}

it('an import of ten thousand rows swaps the board within two seconds, and no reader waits for it', async () => {
  const ctx = await community.ctxFor(admin);
  const importBoard = (figure: number) =>
    previewCupImport(ctx, { season: '2026-11', readFile: async () => file(figure) });
  const first = await importBoard(1);
  await commitCupImport(ctx, first.boardId);

  const reader = await community.ctxFor();
  const seen = { reads: 0, wrong: 0, figures: new Set<number>() };
  let over = false;
  const readers = Array.from({ length: 4 }, async (_, n) => {
    for (let last = false; !last; ) {
      // A read that begins before the swap ends may show the old board. The last one begins after it.
      last = over;
      const page = await listCup(reader, { order: n % 2 ? 'xp' : 'streak' });
      const figures = new Set(page.items.map(({ totalExp }) => totalExp));
      seen.reads += 1;
      if (page.items.length !== 50 || page.total !== rowsOnABoard || figures.size !== 1) seen.wrong += 1;
      for (const figure of figures) seen.figures.add(figure);
    }
  });
  const second = await importBoard(2);
  const begun = performance.now();
  await commitCupImport(ctx, second.boardId);
  const swapping = performance.now() - begun;
  over = true;
  await Promise.all(readers);

  expect(second.changes).toEqual({ added: 0, removed: 0, changed: rowsOnABoard, unchanged: 0 });
  expect(seen.wrong).toBe(0);
  expect(seen.reads).toBeGreaterThan(10);
  expect([...seen.figures].sort()).toEqual([1, 2]);
  expect(swapping).toBeLessThan(mostForTheSwap);
}, 60_000);
