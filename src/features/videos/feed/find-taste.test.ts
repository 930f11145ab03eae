import { expect, it } from 'vitest';
import type { Topic } from '#shared/topics.ts';
import { type Scores, tasteIn, tiredChannelsIn } from './find-taste.ts';

const scores = (given: Partial<Record<Topic, number>>): Scores<Topic> =>
  Object.entries(given).map(([key, score]) => ({ key: key as Topic, score }));

const cases: [string, string[], Partial<Record<Topic, number>>, Topic[], Topic[]][] = [
  ['nothing from no reaction', [], {}, [], []],
  ['nothing from one like and one refusal', [], { food: 1, music: -1 }, [], []],
  ['two likes and two refusals', [], { food: 2, music: -2 }, ['food'], ['music']],
  ['the three most liked', [], { food: 2, music: 9, news: 3, work: 4 }, ['music', 'work', 'news'], []],
  ['the topics of goals after the liked ones', ['travel', 'fun'], { food: 2 }, ['food', 'travel'], []],
  ['each topic once', ['travel'], { travel: 5 }, ['travel'], []],
  ['reactions rather than goals', ['certification'], { exams: -2 }, [], ['exams']],
];

it.each(cases)('tasteIn reads %s', (_what, goals, given, liked, tired) => {
  expect(tasteIn(goals, scores(given))).toEqual({ liked, tired });
});

it('tiredChannelsIn keeps the three channels that were refused most, and none that was refused once', () => {
  const channels = Object.entries({ a: -2, b: -5, c: -1, d: 3, e: -4, f: -3 });
  expect(tiredChannelsIn(channels.map(([key, score]) => ({ key, score })))).toEqual(['b', 'e', 'f']);
});
