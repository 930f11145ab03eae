import { expect, it } from 'vitest';
import { locales } from '../locales.ts';
import { durationInWords } from './duration-in-words.ts';

it('durationInWords says hours and minutes as each language does, and leaves out what is none', () => {
  const written = locales.map(({ code }) => durationInWords(750, code).replaceAll(/\s/g, ' '));
  expect(written).toEqual([
    '12 h 30 min',
    '12 hr 30 min',
    '12 h 30 min',
    '12 h 30 min',
    '12 Std. 30 Min.',
    '12시간 30분',
    '12小时 30分钟',
  ]);
  // A line may end between hours and minutes, and nowhere else.
  expect(durationInWords(750, 'es')).toBe('12\u00a0h 30\u00a0min');
  expect([0, 59, 120].map((minutes) => durationInWords(minutes, 'ko'))).toEqual(['0분', '59분', '2시간']);
});
