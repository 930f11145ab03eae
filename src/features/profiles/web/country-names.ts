import { regionNames } from '#web/i18n/region-names.ts';

/** Where learners and teachers of the community live; any other country can be typed. */
const codes = [
  'AR', 'BO', 'BR', 'CA', 'CL', 'CN', 'CO', 'CR', 'CU', 'DE', 'DO', 'EC', 'ES', 'FR', 'GB', 'GT', 'HN', 'IN', 'IT',
  'JP', 'KR', 'MX', 'NI', 'PA', 'PE', 'PR', 'PT', 'PY', 'RU', 'SV', 'US', 'UY', 'VE',
]; // biome-ignore format: one glance

/** The names of the countries to suggest, in the reader's language and its order. */
export function countryNames(language: string): string[] {
  return regionNames(codes, language);
}
