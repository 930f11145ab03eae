import { expect, it } from 'vitest';
import { localeCodes } from '#shared/locales.ts';
import { Refusal } from '#shared/refusal.ts';
import { readNumber, showNumber } from './read-number.ts';
import { composeCode } from './write-sms.ts';

it.each([
  ['MX', '55 1234 5678', '+525512345678'],
  ['MX', '+52 (55) 1234-5678', '+525512345678'],
  ['CO', '+52 1 55 1234 5678', '+525512345678'],
  ['MX', '521 55 1234 5678', '+525512345678'],
  ['AR', '11 2345 6789', '+5491123456789'],
  ['AR', '011 15 2345-6789', '+5491123456789'],
  ['MX', '+54 9 11 2345 6789', '+5491123456789'],
  ['CO', '300 123 4567', '+573001234567'],
  ['MX', '+57 300 1234567', '+573001234567'],
  ['US', '202 555 0123', '+12025550123'],
])('readNumber of %s reads %s as %s', (country, number, read) => {
  expect(readNumber({ country, number }, ['MX', 'CO', 'US', 'AR'])).toBe(read);
});

it('showNumber writes a number as people do', () => {
  expect(showNumber('+525512345678')).toBe('+52 55 1234 5678');
  expect(showNumber('+573001234567')).toBe('+57 300 1234567');
});

it.each([
  ['no number', 'MX', 'hola', 'accounts/phone-invalid'],
  ['too short', 'MX', '6123', 'accounts/phone-invalid'],
  ['a line without text messages', 'CO', '+57 601 234 5678', 'accounts/phone-invalid'],
  ['a number that costs a fortune', 'MX', '900 123 1234', 'accounts/phone-invalid'],
  ['words beside it', 'MX', 'llama al 55 1234 5678', 'accounts/phone-invalid'],
  ['a country that is not named', 'MX', '+51 912 345 678', 'accounts/phone-country'],
  ['an island that shares the prefix of a named country', 'US', '+1 876 555 1234', 'accounts/phone-country'],
  ['a country that does not exist', 'XX', '55 1234 5678', 'accounts/phone-invalid'],
])('readNumber refuses %s', (_what, country, number, code) => {
  const read = () => readNumber({ country, number }, ['MX', 'CO', 'US']);
  expect(read).toThrow(Refusal);
  expect(read).toThrow(expect.objectContaining({ code }));
});

/** The letters of a message that costs once up to 160 of them; one letter beyond these, and it is 70. */
const gsm = /^[@£$¥èéùìòÇ\nØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà]*$/;

it.each(localeCodes)(
  'a message in %s is paid once, and ends with the line that telephones read',
  (locale) => {
    const words = composeCode(locale, '012345', 'https://sumi-comunidad.example');
    expect(words).toContain('012345');
    expect(words.split('\n').at(-1)).toBe('@sumi-comunidad.example #012345');
    if (['ko', 'zh'].includes(locale)) expect(words.length).toBeLessThanOrEqual(2 * 67);
    else {
      expect(words).toMatch(gsm);
      expect(words.length).toBeLessThanOrEqual(160);
    }
  },
);
