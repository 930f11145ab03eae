import { useSearchParams } from 'react-router';
import { findLanguage } from '#shared/languages.ts';
import { type CupOrder, cupOrders } from '../../contract.ts';

/** `language` is a code, the text of an unknown language, or '' for all. */
export type CupFilters = { readonly language: string; readonly order: CupOrder };

const longestLanguage = 60;

/** The filters in the address (`?language=en&order=streak`); unknown values are ignored. */
export function readCupFilters(search: URLSearchParams): CupFilters {
  const asked = search.get('language')?.trim() ?? '';
  return {
    language: findLanguage(asked)?.code ?? (asked.length <= longestLanguage ? asked : ''),
    order: cupOrders.find((order) => order === search.get('order')) ?? 'xp',
  };
}

/** The filters of this page's address, and how to change one. */
export function useCupFilters(): [CupFilters, (change: Partial<CupFilters>) => void] {
  const [search, setSearch] = useSearchParams();
  const filters = readCupFilters(search);
  const change = (changed: Partial<CupFilters>) => {
    const { language, order } = { ...filters, ...changed };
    setSearch(
      { ...(language && { language }), ...(order !== 'xp' && { order }) },
      { replace: true, preventScrollReset: true },
    );
  };
  return [filters, change];
}
