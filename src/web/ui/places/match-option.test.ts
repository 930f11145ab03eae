import { describe, expect, it } from 'vitest';
import { countryCode, namesOfCountry } from '#shared/places/countries.ts';
import { regionNames } from '../../i18n/region-names.ts';
import { zoneLabel, zoneWords } from '../../i18n/zone-words.ts';
import { matchOption } from './match-option.ts';

const zones = Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: zoneLabel(value, 'es') }));
const countries = regionNames(['MX', 'PE', 'ES', 'US', 'MA'], 'es').map((value) => ({ value, label: value }));

function zonesFor(search: string, limit = 40): string[] {
  const found = matchOption(zoneWords)({ options: zones, search, limit });
  return found.map((option) => ('label' in option ? option.label : ''));
}

describe('matchOption', () => {
  it.each([
    ['mexico', 'Ciudad de México · México'],
    ['bogota', 'Bogotá · Colombia'],
    ['peru', 'Lima · Perú'],
    ['chile', 'Santiago · Chile'],
    ['españa', 'Madrid · España'],
    ['espana', 'Canarias · España'],
    ['nueva york', 'Nueva York · Estados Unidos'],
    ['New York', 'Nueva York · Estados Unidos'],
    ['londres', 'Londres · Reino Unido'],
    ['buenos', 'Buenos Aires · Argentina'],
  ])('finds for %s the zone %s', (search, label) => {
    expect(zonesFor(search)).toContain(label);
  });

  it('finds zones by the beginning of words only, and no more than the limit', () => {
    expect(zonesFor('ogota')).toEqual([]);
    expect(zonesFor('america', 3)).toHaveLength(3);
  });

  it('keeps groups that have matches, and counts the limit across groups', () => {
    const options = [
      { group: 'a', items: zones.slice(0, 2) },
      { group: 'b', items: zones },
    ];
    const found = matchOption(zoneWords)({ options, search: 'lima', limit: 5 });
    expect(found).toMatchObject([{ group: 'b', items: [{ label: 'Lima · Perú' }] }]);
  });

  it.each([
    ['mexico', ['México']],
    ['esp', ['España']],
    ['usa', ['Estados Unidos']],
  ])('finds for %s the countries %j', (search, names) => {
    const filter = matchOption((name) => namesOfCountry(countryCode(name) ?? ''));
    const found = filter({ options: countries, search, limit: 6 });
    expect(found.map((option) => ('label' in option ? option.label : ''))).toEqual(
      expect.arrayContaining(names),
    );
  });
});
