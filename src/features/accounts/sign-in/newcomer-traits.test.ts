import { expect, it } from 'vitest';
import { newcomerTraits } from './newcomer-traits.ts';

it('newcomerTraits keeps a zone and a language that exist, in their usual spelling', () => {
  expect(newcomerTraits({ zone: 'america/bogota', locale: 'pt', role: 'admin' })).toEqual({
    zone: 'America/Bogota',
    locale: 'pt',
  });
});

it.each([
  [{ zone: 'Mars/Olympus' }],
  [{ zone: '+05:00' }],
  [{ zone: 7, locale: ['es'] }],
  [{ locale: 'xx' }],
  [{ locale: 'toString' }],
  [null],
  ['text'],
  [[]],
])('newcomerTraits ignores %j', (body) => {
  expect(newcomerTraits(body)).toEqual({});
});

it('newcomerTraits keeps a valid language beside an invalid zone', () => {
  expect(newcomerTraits({ zone: 'Mars/Olympus', locale: 'fr' })).toEqual({ locale: 'fr' });
});
