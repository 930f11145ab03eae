import { findLanguage } from '#shared/languages.ts';
import type { FiltersOf } from '#web/ui/lists/use-filters.ts';
import { moderationStatuses, sources } from '../../rules.ts';

const longestSearch = 200;

/** The filters of the moderation queue; without a status it has the pending videos. */
export const moderationFilters = {
  status: [...moderationStatuses, 'all'],
  source: sources,
  language: (spelling: string) => findLanguage(spelling)?.code,
  active: ['true', 'false'],
  search: (written: string) => written.trim().slice(0, longestSearch),
} as const;

export type ModerationFilters = FiltersOf<typeof moderationFilters>;

/** Whether a filter other than the status is set. */
export function isNarrowed({ status, ...others }: ModerationFilters): boolean {
  return Object.keys(others).length > 0;
}
