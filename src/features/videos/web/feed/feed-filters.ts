import { findLanguage, type LanguageCode, languageCodes } from '#shared/languages.ts';
import { type Level, levels } from '#shared/levels.ts';
import { type Topic, topics } from '#shared/topics.ts';

/**
 * The filters of the feed; an empty one does not narrow it. A student starts with empty ones: the server ranks their
 * own languages first and keeps a share of others, which a chosen language leaves out.
 */
export type FeedFilters = {
  readonly language: readonly LanguageCode[];
  readonly level: Level | null;
  readonly topic: readonly Topic[];
};

export const noFilters: FeedFilters = { language: [], level: null, topic: [] };

/**
 * The filters in an address (`?language=en&level=basic&topic=food`), in the order of the registries, so that equal
 * choices share one cache entry. Null for an address without filters. Unknown values are ignored: a person can type an
 * address or follow an old one.
 */
export function readFilters(search: URLSearchParams): FeedFilters | null {
  if (!['language', 'level', 'topic'].some((key) => search.has(key))) return null;
  const wanted = new Set(search.getAll('language').map((spelling) => findLanguage(spelling)?.code));
  const level = search.get('level');
  const about = new Set(search.getAll('topic'));
  return {
    language: languageCodes.filter((code) => wanted.has(code)),
    level: level === 'beginner' ? 'basic' : (levels.find((each) => each === level) ?? null),
    topic: topics.filter((topic) => about.has(topic)),
  };
}

/** The query string of these filters; `language=all` where none narrows the feed. */
export function writeFilters(filters: FeedFilters): URLSearchParams {
  if (countFilters(filters) === 0) return new URLSearchParams({ language: 'all' });
  const { language, level, topic } = filters;
  return new URLSearchParams([
    ...language.map((code) => ['language', code]),
    ...(level ? [['level', level]] : []),
    ...topic.map((one) => ['topic', one]),
  ]);
}

/** The number of chosen filters. */
export function countFilters({ language, level, topic }: FeedFilters): number {
  return language.length + topic.length + (level ? 1 : 0);
}
