import { findLanguage } from '#shared/languages.ts';
import { useFilters } from '#web/ui/lists/use-filters.ts';
import { type CupOrder, cupOrders, seasonPattern } from '../../contract.ts';

/**
 * `season` is a month, or '' for the live board; `language` is a code, the text of an unknown language, or '' for all.
 */
export type CupFilters = {
  readonly season: string;
  readonly language: string;
  readonly order: CupOrder;
};

const longestLanguage = 60;

/** The filters in the address (`?season=2026-10&language=en&order=streak`). */
export const cupFilters = {
  season: (written: string) => (seasonPattern.test(written) ? written : ''),
  language(written: string) {
    const asked = written.trim();
    return findLanguage(asked)?.code ?? (asked.length <= longestLanguage ? asked : '');
  },
  order: cupOrders,
} as const;

/** The filters of this page's address, and how to set one. */
export function useCupFilters(): [CupFilters, (name: keyof CupFilters, value: string) => void] {
  const [{ season = '', language = '', order = 'xp' }, choose] = useFilters(cupFilters);
  return [{ season, language, order }, choose];
}
