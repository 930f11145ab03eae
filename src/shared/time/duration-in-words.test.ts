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
  expect([0, 59, 120].map((minutes) => durationInWords(minutes, 'ko'))).toEqual(['0분', '59분', '2시간']);
});
