import { expect, it } from 'vitest';
import { locales } from './locales.ts';
import { figuresIn } from './use-figures.ts';

it('thousands are grouped from a thousand on, in every language', () => {
  const written = locales.map(({ code }) => figuresIn(code).number(1234).replaceAll(/\s/g, ' '));
  expect(written).toEqual(['1,234', '1,234', '1 234', '1.234', '1.234', '1,234', '1,234']);
});

it('figures keep their signs and large ones grow short', () => {
  const { signed, brief, percentage } = figuresIn('es');
  expect([signed(1500), signed(-20), signed(0)]).toEqual(['+1,500', '-20', '0']);
  expect(brief(99_999)).toBe('99,999');
  expect(brief(1_234_567)).toMatch(/^1\.2.M/);
  expect(percentage(87.4)).toMatch(/^87\s?%$/);
});

it('a month is its own, wherever the reader is', () => {
  expect(figuresIn('es').month('2026-11')).toBe('noviembre de 2026');
});
