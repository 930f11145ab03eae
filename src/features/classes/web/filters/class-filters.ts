import { type Tier, tiers } from '#shared/actor.ts';
import { type LanguageCode, languageCodes } from '#shared/languages.ts';
import { type Level, levels } from '#shared/levels.ts';
import { useAddressFilters } from '#web/ui/lists/use-address-filters.ts';
import { type Kind, kinds } from '../../contract.ts';

/** What a student narrows a list by; without a language, those they learn. */
export type Filters = {
  language?: LanguageCode | 'any';
  kind?: Kind;
  level?: Level;
  tier?: Tier;
};

/** The filters in an address. Values that are no choice are left out, because people type addresses. */
export function filtersIn(address: URLSearchParams): Filters {
  const language = oneOf([...languageCodes, 'any'] as const, address.get('language'));
  const kind = oneOf(kinds, address.get('kind'));
  const level = oneOf(levels, address.get('level'));
  const tier = oneOf(tiers, address.get('tier'));
  return {
    ...(language && { language }),
    ...(kind && { kind }),
    ...(level && { level }),
    ...(tier && { tier }),
  };
}

/** The filters in the page's address, and a function that sets one of them. */
export function useClassFilters(): [Filters, (name: keyof Filters, value: string) => void] {
  const [address, setFilter] = useAddressFilters();
  return [filtersIn(address), setFilter];
}

function oneOf<Value extends string>(values: readonly Value[], written: string | null): Value | undefined {
  return values.find((value) => value === written);
}
