import type { LanguageCode } from '#shared/languages.ts';
import type { Topic } from '#shared/topics.ts';
import { isOfSeen, type Lane, type Taste } from './merge-lanes.ts';

/** Why the feed shows a video, in words that the page puts on it. */
export const reasonKinds = ['topic', 'language', 'level', 'discover', 'again'] as const;
export type ReasonKind = (typeof reasonKinds)[number];

/** The reason for a video of a lane; null for a student who named no language, where there is none to give. */
export function reasonFor(
  { lane, language, topics }: { lane: Lane; language: LanguageCode; topics: readonly Topic[] },
  { languages, liked }: Pick<Taste, 'languages' | 'liked'>,
): { kind: ReasonKind; topic: Topic | null } | null {
  const topic = lane === 'topic' ? (liked.find((one) => topics.includes(one)) ?? null) : null;
  if (topic) return { kind: 'topic', topic };
  if (isOfSeen(lane)) return { kind: 'again', topic: null };
  if (lane === 'level' || lane === 'discover') return { kind: lane, topic: null };
  if (languages.length === 0) return null;
  return { kind: languages.includes(language) ? 'language' : 'discover', topic: null };
}
