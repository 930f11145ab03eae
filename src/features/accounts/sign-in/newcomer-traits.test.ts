import { expect, it } from 'vitest';
import { newcomerTraits } from './newcomer-traits.ts';

it('a zone and a language that exist are kept, in their usual spelling', () => {
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
])('anything else is as if nothing had been said: %j', (body) => {
  expect(newcomerTraits(body)).toEqual({});
});

it('of two things said, a wrong one does not take the other along', () => {
  expect(newcomerTraits({ zone: 'Mars/Olympus', locale: 'fr' })).toEqual({ locale: 'fr' });
});
