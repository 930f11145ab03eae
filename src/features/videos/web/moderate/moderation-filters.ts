import { findLanguage, type LanguageCode } from '#shared/languages.ts';
import { type ModerationStatus, moderationStatuses, type Source, sources } from '../../rules.ts';

/** What the moderators' list is narrowed down to; null and '' mean everything. */
export type ModerationFilters = {
  readonly status: ModerationStatus | null;
  readonly source: Source | null;
  readonly language: LanguageCode | null;
  readonly active: boolean | null;
  readonly search: string;
};

const all = 'all';

/** As an address says it; without a word about the status it is those that wait. What nobody knows is left out. */
export function readModerationFilters(search: URLSearchParams): ModerationFilters {
  const status = search.get('status');
  const active = search.get('active');
  return {
    status: status === all ? null : (moderationStatuses.find((known) => known === status) ?? 'pending'),
    source: sources.find((known) => known === search.get('source')) ?? null,
    language: findLanguage(search.get('language') ?? '')?.code ?? null,
    active: active === 'true' ? true : active === 'false' ? false : null,
    search: (search.get('search') ?? '').slice(0, 200),
  };
}

/** The address's search for these filters. */
export function writeModerationFilters(filters: ModerationFilters): URLSearchParams {
  const { status, source, language, active, search } = filters;
  return new URLSearchParams([
    ...(status === 'pending' ? [] : [['status', status ?? all]]),
    ...(source ? [['source', source]] : []),
    ...(language ? [['language', language]] : []),
    ...(active === null ? [] : [['active', String(active)]]),
    ...(search ? [['search', search]] : []),
  ]);
}

/** Whether anything but the status narrows the list. */
export function isNarrowed({ source, language, active, search }: ModerationFilters): boolean {
  return source !== null || language !== null || active !== null || search !== '';
}
