import { expect, it } from 'vitest';
import { locales } from '#shared/locales.ts';
import { currencies } from './currencies.ts';
import { figuresIn } from './figures.ts';

it('number groups thousands from 1,000 on, in every language', () => {
  const written = locales.map(({ code }) => figuresIn(code).number(1234).replaceAll(/\s/g, ' '));
  expect(written).toEqual(['1,234', '1,234', '1 234', '1.234', '1.234', '1,234', '1,234']);
});

it('signed keeps the sign, brief shortens large numbers', () => {
  const { signed, brief, percentage } = figuresIn('es');
  expect([signed(1500), signed(-20), signed(0)]).toEqual(['+1,500', '-20', '0']);
  expect(brief(99_999)).toBe('99,999');
  expect(brief(1_234_567)).toMatch(/^1\.2.M/);
  expect(percentage(87.4)).toMatch(/^87\s?%$/);
});

it('money and shortMoney name the currency, in the reader’s language', () => {
  const plain = (text: string) => text.replaceAll(/\s/g, ' ');
  const { money, shortMoney } = figuresIn('es');
  expect(plain(money(123_450, 'USD'))).toBe('$1,234.50 USD');
  expect([1000, 1250].map((cents) => plain(shortMoney(cents, 'USD')))).toEqual(['$10 USD', '$12.50 USD']);
  expect(plain(shortMoney(150_000, 'MXN'))).toBe('$1,500 MXN');
  expect(plain(figuresIn('de').money(123_450, 'MXN'))).toBe('1.234,50 $ MXN');
});

it.each(currencies)('money and shortMoney name %s once and write its cents, in every language', (code) => {
  for (const { code: language } of locales) {
    const { money, shortMoney } = figuresIn(language);
    expect(money(3550, code), language).toMatch(/35[.,]50/);
    expect(shortMoney(3500, code), language).toMatch(/35(?![.,])/);
    for (const written of [money(3550, code), shortMoney(3500, code)])
      expect(written.split(code), language).toHaveLength(2);
  }
});

it('money writes the sign of the sol, which most languages have none for', () => {
  expect(figuresIn('es').shortMoney(3500, 'PEN').replaceAll(/\s/g, ' ')).toBe('S/ 35 PEN');
});
