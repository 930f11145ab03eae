import { useSearchParams } from 'react-router';
import { findLanguage } from '#shared/languages.ts';
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

/** The filters in the address (`?season=2026-10&language=en&order=streak`); unknown values are ignored. */
export function readCupFilters(search: URLSearchParams): CupFilters {
  const asked = search.get('language')?.trim() ?? '';
  const season = search.get('season') ?? '';
  return {
    season: seasonPattern.test(season) ? season : '',
    language: findLanguage(asked)?.code ?? (asked.length <= longestLanguage ? asked : ''),
    order: cupOrders.find((order) => order === search.get('order')) ?? 'xp',
  };
}

/** The filters of this page's address, and how to change one. */
export function useCupFilters(): [CupFilters, (change: Partial<CupFilters>) => void] {
  const [search, setSearch] = useSearchParams();
  const filters = readCupFilters(search);
  const change = (changed: Partial<CupFilters>) => {
    const { season, language, order } = { ...filters, ...changed };
    setSearch(
      { ...(season && { season }), ...(language && { language }), ...(order !== 'xp' && { order }) },
      { replace: true, preventScrollReset: true },
    );
  };
  return [filters, change];
}
