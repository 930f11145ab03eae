import { expect, it } from 'vitest';
import { SeededRandom } from './seeded-random.ts';

// Seeds are written down beside what they found: another sequence would repeat none of it.

it('SeededRandom draws the same from a list of names as it always did', () => {
  const random = SeededRandom.of(7, 'x');
  expect([random.next(), random.next()]).toEqual([0.570794788422063, 0.6910196437966079]);
  expect([random.between(1, 1000), random.pick([...'abcdefgh'])]).toEqual([50, 'b']);
  expect(random.shuffled([1, 2, 3, 4, 5, 6, 7])).toEqual([4, 5, 3, 7, 2, 6, 1]);
});

it('SeededRandom draws the same from a number as it always did', () => {
  const random = new SeededRandom(2026);
  expect([random.next(), random.next()]).toEqual([0.45540769933722913, 0.30849614599719644]);
  expect([random.between(1, 1000), random.pick([...'abcdefgh'])]).toEqual([662, 'e']);
  expect([random.weighted([1, 2, 3], (each) => each), random.happens(0.5)]).toEqual([1, true]);
});
