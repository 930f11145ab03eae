import { tiers } from '#shared/actor.ts';
import { languageCodes } from '#shared/languages.ts';
import { levels } from '#shared/levels.ts';
import { type FiltersOf, useFilters } from '#web/ui/lists/use-filters.ts';
import { kinds } from '../../contract.ts';

/** What a student narrows a list by; without a language, those they learn. */
export const classFilters = {
  language: [...languageCodes, 'any'],
  kind: kinds,
  level: levels,
  tier: tiers,
} as const;

export type Filters = FiltersOf<typeof classFilters>;

/** The filters in the page's address, a function that sets one of them, and one that takes all of them away. */
export const useClassFilters = () => useFilters(classFilters);
