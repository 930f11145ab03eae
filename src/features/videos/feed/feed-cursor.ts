import { z } from 'zod';
import { readCursor } from '#server/db/keyset.ts';
import { languageCodes } from '#shared/languages.ts';
import { levels } from '#shared/levels.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import { dayMs } from '#shared/time/durations.ts';
import { topics } from '#shared/topics.ts';
import { uuid } from '#shared/uuid.ts';
import { mostTiredChannels } from './find-taste.ts';
import { type FeedMix, type Lane, lanes, type Taste } from './merge-lanes.ts';

/** Up to where a student has read a lane: how many of its videos, and the key of the last one. */
export type Place = { readonly shown: number; readonly createdAt: string; readonly id: string };

/**
 * Where a page of the feed starts. The first page of a visit fixes what counts as seen, the student's taste and the
 * mix of the lanes: no video changes its lane while they scroll. Each lane has a keyset of its own, so that no video
 * repeats or is skipped however the lanes are merged.
 */
export type FeedPlace = {
  /** The instant before which a view counts as seen, to the microsecond. */
  readonly seenBefore: string;
  readonly taste: Taste;
  readonly mix: FeedMix;
  readonly places: Readonly<Record<Lane, Place>>;
};

/** Before every video of a lane. */
const beforeAll: Place = {
  shown: 0,
  createdAt: '9999-12-31T23:59:59.999999Z',
  id: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
};

/** The start of a visit at this instant. */
export function startOfFeed(now: Date, { taste, mix }: Pick<FeedPlace, 'taste' | 'mix'>): FeedPlace {
  const places = Object.fromEntries(lanes.map((lane) => [lane, beforeAll])) as Record<Lane, Place>;
  return { seenBefore: now.toISOString().replace('Z', '000Z'), taste, mix, places };
}

/** The place behind one more video. */
export function afterVideo(
  at: FeedPlace,
  { lane, createdAt, id }: { lane: Lane } & Omit<Place, 'shown'>,
): FeedPlace {
  const place = { shown: at.places[lane].shown + 1, createdAt, id };
  return { ...at, places: { ...at.places, [lane]: place } };
}

/** Whether the feed calls a video new at this place: it came within `newDays` before the visit began. */
export function isNewAt(
  { seenBefore, mix }: Pick<FeedPlace, 'seenBefore' | 'mix'>,
  createdAt: string,
): boolean {
  const since = new Date(Date.parse(seenBefore) - mix.newDays * dayMs);
  // With the microseconds, which a `Date` does not hold.
  return createdAt > `${since.toISOString().slice(0, -1)}${seenBefore.slice(-4)}`;
}

/** The key of a cursor: the choices out of each registry are the bits of a number. */
export function writeFeedPlace({ seenBefore, taste, mix, places }: FeedPlace): string[] {
  return [
    seenBefore,
    bitsOf(languageCodes, taste.languages),
    bitsOf(levels, taste.level ? [taste.level] : []),
    bitsOf(topics, taste.liked),
    bitsOf(topics, taste.tired),
    taste.tiredChannels.join(),
    ...mixKeys.map((key) => String(mix[key])),
    ...lanes.flatMap((lane) => [String(places[lane].shown), places[lane].createdAt, places[lane].id]),
  ];
}

const mixKeys = ['discoveryPercent', 'topicsPercent', 'newDays'] as const satisfies (keyof FeedMix)[];

const channelIds = z.array(uuid).max(mostTiredChannels);

/** @throws Refusal badInput for a malformed cursor */
export function readFeedPlace(cursor: string): FeedPlace {
  const [seenBefore = '', languages, level, liked, tired, channels = '', ...rest] = readCursor(cursor, [
    ...(['instant', 'integer', 'integer', 'integer', 'integer', 'text'] as const),
    ...mixKeys.map(() => 'integer' as const),
    ...lanes.flatMap(() => ['integer', 'instant', 'uuid'] as const),
  ]);
  const tiredChannels = channelIds.safeParse(channels === '' ? [] : channels.split(','));
  if (!tiredChannels.success) throw new Refusal(commonRefusals.badInput, { field: 'cursor' });
  const mix = Object.fromEntries(mixKeys.map((key, n) => [key, Math.min(Number(rest[n]), 100)])) as FeedMix;
  const keys = rest.slice(mixKeys.length);
  const places = Object.fromEntries(
    lanes.map((lane, n) => {
      const [shown, createdAt, id] = keys.slice(3 * n);
      return [lane, { shown: Number(shown), createdAt, id }];
    }),
  ) as Record<Lane, Place>;
  const taste = {
    languages: chosenBy(languages, languageCodes),
    level: chosenBy(level, levels)[0] ?? null,
    liked: chosenBy(liked, topics),
    tired: chosenBy(tired, topics),
    tiredChannels: tiredChannels.data,
  };
  return { seenBefore, taste, mix, places };
}

function bitsOf<Choice>(registry: readonly Choice[], chosen: readonly Choice[]): string {
  return String(registry.reduce((bits, one, n) => (chosen.includes(one) ? bits | (1 << n) : bits), 0));
}

function chosenBy<Choice>(bits: string | undefined, registry: readonly Choice[]): Choice[] {
  return registry.filter((_, n) => Number(bits) & (1 << n));
}
