import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readFigure } from './read-figure.ts';

it.each([
  ['1250', 1250],
  ['1,250', 1250],
  ['1.250', 1250],
  ['1 250', 1250],
  ['1\u00a0250', 1250],
  ['1’250', 1250],
  ['1,234,567', 1234567],
  ['1.234.567', 1234567],
  ['1.234,5', 1234],
  ['1,234.9', 1234],
  ['12.5', 12],
  ['12,5', 12],
  ['0.250', 0],
  ['12 days', 12],
  ['1,234 XP', 1234],
  ['192 días', 192],
  ['192일', 192],
  ['+7', 7],
  ['1.2E+05', undefined],
  ['1e5', undefined],
  ['3k', undefined],
  ['2 M', undefined],
  ['3 mil', undefined],
  ['5/10', undefined],
  ['12-15', undefined],
  ['', 0],
  [' ', 0],
  ['—', 0],
  ['-5', undefined],
  ['mucho', undefined],
  ['2147483647', 2147483647],
  ['2147483648', undefined],
  ['9007199254740993', undefined],
  ['NaN', undefined],
  ['Infinity', undefined],
])('readFigure reads the whole number "%s" as %s', (text, value) => {
  expect(readFigure(text, 'whole')).toBe(value);
});

it.each([
  ['85%', 85],
  ['85 %', 85],
  ['85,5 %', 85.5],
  ['85.125', 85.13],
  ['100', 100],
  ['%', 0],
  ['123456', undefined],
])('readFigure reads the percentage "%s" as %s', (text, value) => {
  expect(readFigure(text, 'percentage')).toBe(value);
});

it('readFigure reads every whole number as each country writes it', () => {
  fc.assert(
    fc.property(fc.nat(), fc.constantFrom('es-MX', 'de-DE', 'fr-FR', 'de-CH'), (value, locale) => {
      expect(readFigure(new Intl.NumberFormat(locale).format(value), 'whole')).toBe(value);
    }),
  );
});
