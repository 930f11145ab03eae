import { expect, it } from 'vitest';
import { localeCodes } from '../locales.ts';
import { country, countryCode, countryCodes, countryIn, countryName, namesOfCountry } from './countries.ts';

it.each([
  ['mexico', 'MX'],
  ['México', 'MX'],
  ['PERU', 'PE'],
  ['españa', 'ES'],
  ['Espana', 'ES'],
  ['Spain', 'ES'],
  ['Deutschland', 'DE'],
  ['브라질', 'BR'],
  ['中国', 'CN'],
  ['EE. UU.', 'US'],
  ['Inglaterra', 'GB'],
])('countryCode knows %s as %s', (name, code) => {
  expect(countryCode(name)).toBe(code);
});

it.each(['mex', '', 'Atlántida', 'x'.repeat(61)])('country refuses %j', (typed) => {
  expect(country.safeParse(typed).success).toBe(false);
});

it('country stores the Spanish name, which countryIn shows in the language of the reader', () => {
  expect(country.parse(' peru ')).toBe('Perú');
  expect(country.parse('United States')).toBe('Estados Unidos');
  expect(countryIn('de', 'México')).toBe('Mexiko');
  expect(countryIn('de', 'Atlántida')).toBe('Atlántida');
});

it('no two countries share a name, and each has one in every language', () => {
  for (const code of countryCodes) {
    for (const language of localeCodes) expect(countryName(code, language)).not.toBe(code);
    for (const name of namesOfCountry(code)) expect(`${name} ${countryCode(name)}`).toBe(`${name} ${code}`);
  }
});
