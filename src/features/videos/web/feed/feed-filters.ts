import { findLanguage, type LanguageCode, languageCodes } from '#shared/languages.ts';
import { type Level, levels } from '#shared/levels.ts';
import { type Topic, topics } from '#shared/topics.ts';

/** What the feed is narrowed down to; nothing means everything. */
export type FeedFilters = {
  readonly language: readonly LanguageCode[];
  readonly level: Level | null;
  readonly topic: readonly Topic[];
};

export const noFilters: FeedFilters = { language: [], level: null, topic: [] };

/**
 * The filters that an address asks for (`?language=en&level=basic&topic=food`), in the registries' order, so that
 * the same choices are the same feed however they were made. What no registry knows is left out: an address can
 * be typed by hand or be older than the registry.
 */
export function readFilters(search: URLSearchParams): FeedFilters {
  const wanted = new Set(search.getAll('language').map((spelling) => findLanguage(spelling)?.code));
  const level = search.get('level');
  const about = new Set(search.getAll('topic'));
  return {
    language: languageCodes.filter((code) => wanted.has(code)),
    level: level === 'beginner' ? 'basic' : (levels.find((known) => known === level) ?? null),
    topic: topics.filter((topic) => about.has(topic)),
  };
}

/** The address's search for these filters. */
export function writeFilters({ language, level, topic }: FeedFilters): URLSearchParams {
  return new URLSearchParams([
    ...language.map((code) => ['language', code]),
    ...(level ? [['level', level]] : []),
    ...topic.map((one) => ['topic', one]),
  ]);
}

/** How many choices narrow the feed. */
export function countFilters({ language, level, topic }: FeedFilters): number {
  return language.length + topic.length + (level ? 1 : 0);
}
