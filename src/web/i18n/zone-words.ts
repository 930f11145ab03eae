import { localeCodes } from '#shared/locales.ts';
import { countryCodes, countryName, namesOfCountry } from '#shared/places/countries.ts';
import { zoneCity } from '#shared/time/zone-city.ts';

let countries: ReadonlyMap<string, string> | undefined;

/** The country of a zone. Undefined for `UTC` and its like, and in a browser that does not know zones of countries. */
function countryOf(zone: string): string | undefined {
  countries ??= new Map(countryCodes.flatMap((code) => zonesOf(code).map((each) => [each, code] as const)));
  return countries.get(zone);
}

function zonesOf(country: string): readonly string[] {
  const locale = new Intl.Locale('und', { region: country }) as { getTimeZones?: () => string[] | undefined };
  return locale.getTimeZones?.() ?? [];
}

/** `Madrid · España`: the city first, as people look for it. */
export function zoneLabel(zone: string, language: string): string {
  const country = countryOf(zone);
  const city = zoneCity(zone, language);
  return country ? `${city} · ${countryName(country, language)}` : city;
}

/** What a zone is found by: its city and its country in every language, and its own name. */
export function zoneWords(zone: string): readonly string[] {
  const country = countryOf(zone);
  const cities = localeCodes.map((language) => zoneCity(zone, language));
  return [zone, ...cities, ...(country ? namesOfCountry(country) : [])];
}
