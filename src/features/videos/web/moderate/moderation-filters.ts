import { findLanguage, type LanguageCode } from '#shared/languages.ts';
import { type ModerationStatus, moderationStatuses, type Source, sources } from '../../rules.ts';

/** The filters of the moderation queue; null and '' do not narrow it. */
export type ModerationFilters = {
  readonly status: ModerationStatus | null;
  readonly source: Source | null;
  readonly language: LanguageCode | null;
  readonly active: boolean | null;
  readonly search: string;
};

const all = 'all';

/** The filters in an address. Without a status they are the pending videos. Unknown values are ignored. */
export function readModerationFilters(search: URLSearchParams): ModerationFilters {
  const status = search.get('status');
  const active = search.get('active');
  return {
    status: status === all ? null : (moderationStatuses.find((each) => each === status) ?? 'pending'),
    source: sources.find((each) => each === search.get('source')) ?? null,
    language: findLanguage(search.get('language') ?? '')?.code ?? null,
    active: active === 'true' ? true : active === 'false' ? false : null,
    search: (search.get('search') ?? '').slice(0, 200),
  };
}

/** The query string of these filters. */
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

/** Whether a filter other than the status is set. */
export function isNarrowed({ source, language, active, search }: ModerationFilters): boolean {
  return source !== null || language !== null || active !== null || search !== '';
}
