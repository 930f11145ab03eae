import { z } from 'zod';
import { localeCodes } from '../locales.ts';
import { memoizeBy } from '../memoize-by.ts';
import { foldText } from '../text.ts';

/** ISO 3166-1, and Kosovo. */
export const countryCodes: readonly string[] = `
  AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC
  CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD
  GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH
  KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW
  MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC
  SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY
  UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW`
  .trim()
  .split(/\s+/);

/** What people call a country beside its names in the languages of the interface. */
const otherNames: Record<string, readonly string[]> = {
  US: ['EE. UU.', 'EEUU', 'EUA', 'USA', 'Estados Unidos de América'],
  GB: ['UK', 'Inglaterra', 'England', 'Gran Bretaña'],
  KR: ['Corea', 'Korea'],
  NL: ['Holanda', 'Holland'],
  CZ: ['República Checa'],
};

const namesIn = memoizeBy((language: string) => new Intl.DisplayNames([language], { type: 'region' }));
let codesByName: ReadonlyMap<string, string> | undefined;

/** The name of a country in a language. */
export function countryName(code: string, language: string): string {
  return namesIn(language).of(code) ?? code;
}

/** Every name by which a country is found: in each language of the interface, and what people call it. */
export function namesOfCountry(code: string): readonly string[] {
  return [...localeCodes.map((language) => countryName(code, language)), ...(otherNames[code] ?? [])];
}

/** The code of a country by any of its names, whatever its accents and capitals; undefined for any other text. */
export function countryCode(name: string): string | undefined {
  codesByName ??= new Map(
    countryCodes.flatMap((code) => namesOfCountry(code).map((each) => [foldText(each), code] as const)),
  );
  return codesByName.get(foldText(name));
}

/** A stored country in the reader's language. */
export function countryIn(language: string, stored: string): string {
  const code = countryCode(stored);
  return code ? countryName(code, language) : stored;
}

/** Input: the name of a country in any language of the interface. It is stored under its Spanish name. */
export const country = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .transform((typed, ctx) => {
    const code = countryCode(typed);
    if (code) return countryName(code, 'es');
    ctx.addIssue({ code: 'custom', message: 'unknown country' });
    return z.NEVER;
  });
