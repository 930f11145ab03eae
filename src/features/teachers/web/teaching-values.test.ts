import { expect, it } from 'vitest';
import { bodyOf, emptyTeaching, faultsOf, withSpecialty } from './teaching-values.ts';

const good = { bio: ' Hola. ', languagesTaught: ['es'], specialties: ['Cine'], experienceYears: 3 };

it('an empty form lacks a bio and a language, and nothing else', () => {
  expect(faultsOf(emptyTeaching)).toEqual({ bio: 'bio', languagesTaught: 'language' });
  expect(faultsOf(good)).toEqual({});
});

it('years are whole and not negative; an emptied field means zero', () => {
  for (const experienceYears of [-1, 1.5, 81, 'abc']) {
    expect(faultsOf({ ...good, experienceYears })).toEqual({ experienceYears: 'years' });
  }
  expect(faultsOf({ ...good, experienceYears: '' })).toEqual({});
  expect(bodyOf({ ...good, experienceYears: '' })).toEqual({ ...good, bio: 'Hola.', experienceYears: 0 });
});

it('faultsOf tells invisible characters from an empty field', () => {
  expect(faultsOf({ ...good, bio: 'a\u202eb' })).toEqual({ bio: 'unreadable' });
  expect(faultsOf({ ...good, specialties: ['a'.repeat(61)] })).toEqual({ specialties: 'specialty' });
});

it('a specialty is trimmed and added once', () => {
  expect(withSpecialty(['Cine'], '  Viajes ')).toEqual(['Cine', 'Viajes']);
  expect(withSpecialty(['Cine'], 'cine')).toEqual(['Cine']);
  expect(withSpecialty(['Cine'], '   ')).toEqual(['Cine']);
  const full = Array.from({ length: 30 }, (_, at) => `Tema ${at}`);
  expect(withSpecialty(full, 'Uno más')).toEqual(full);
});
