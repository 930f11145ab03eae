import { type LanguageCode, languageCodes } from '#shared/languages.ts';
import { type Level, levels } from '#shared/levels.ts';
import type { Topic } from '#shared/topics.ts';

/**
 * The feed is a merge of lanes. Each video is in one lane of a student, and each lane is the newest first:
 * - `topic` and `own`: the student's languages at their level, with and without a topic that they like;
 * - `level`: their languages at other levels; `discover`: other languages;
 * - `tired`: any video with a topic or of a channel that they were not interested in;
 * - `again`: videos in their languages that they have seen before this visit; `discovered`: such in other languages.
 */
export const lanes = ['topic', 'own', 'level', 'discover', 'tired', 'again', 'discovered'] as const;
export type Lane = (typeof lanes)[number];

/** Whether a lane is of videos that the student has seen. */
export const isOfSeen = (lane: Lane) => lane === 'again' || lane === 'discovered';

/** What ranks the feed of a student. It stays the same from the first page of a visit to the last. */
export type Taste = {
  /** Empty for a student who named none: then every language is their own. */
  readonly languages: readonly LanguageCode[];
  /** Null for a student who named none: then every level is their own. */
  readonly level: Level | null;
  readonly liked: readonly Topic[];
  readonly tired: readonly Topic[];
  readonly tiredChannels: readonly string[];
};

/** A lane's share of the index: one language at one level. */
export type LaneScan = { readonly lane: Lane; readonly language: LanguageCode; readonly level: Level };

/** Which languages and levels each lane reads under these filters. A lane that can hold no video reads none. */
export function scansOf(
  filters: { language: readonly LanguageCode[]; level?: Level | undefined },
  { languages, level, liked, tired, tiredChannels }: Taste,
): LaneScan[] {
  const wanted = {
    languages: filters.language.length > 0 ? filters.language : languageCodes,
    levels: filters.level ? [filters.level] : levels,
  };
  const isOwnLanguage = (code: LanguageCode) => languages.length === 0 || languages.includes(code);
  const isOwnLevel = (one: Level) => level === null || one === level;
  const isTiredOfSome = tired.length + tiredChannels.length > 0;
  const isIn: Record<Lane, (language: LanguageCode, level: Level) => boolean> = {
    topic: (code, one) => liked.length > 0 && isOwnLanguage(code) && isOwnLevel(one),
    own: (code, one) => isOwnLanguage(code) && isOwnLevel(one),
    level: (code, one) => isOwnLanguage(code) && !isOwnLevel(one),
    discover: (code) => !isOwnLanguage(code),
    tired: () => isTiredOfSome,
    again: isOwnLanguage,
    discovered: (code) => !isOwnLanguage(code),
  };
  return lanes.flatMap((lane) =>
    wanted.languages.flatMap((language) =>
      wanted.levels.flatMap((level) => (isIn[lane](language, level) ? [{ lane, language, level }] : [])),
    ),
  );
}

/**
 * How many videos with a topic or channel that the student was not interested in come among a hundred others. It is not
 * zero, so that a taste can change.
 */
export const tiredPercent = 5;

/** The settings of the feed, in percent and days. */
export type FeedMix = {
  readonly discoveryPercent: number;
  readonly topicsPercent: number;
  readonly newDays: number;
};

/** One lane's part in the merge; `shownOf` is how many videos of its group the student was already shown. */
export type LaneShare = { lane: Lane; of: number; weight: number; percent: number; shownOf: number };

/**
 * How the lanes of unseen videos are mixed. The lanes of one group share its percentage of the feed; inside a group
 * they take turns by weight. A lane without videos leaves its turns to the other lane of its group, and a group
 * without videos to the other groups.
 */
export function mixOf(
  { discoveryPercent, topicsPercent }: FeedMix,
  places: Readonly<Record<Lane, { shown: number }>>,
): LaneShare[] {
  const group = (of: number, percent: number, weights: Partial<Record<Lane, number>>): LaneShare[] => {
    const mixed = lanes.filter((lane) => lane in weights);
    const shownOf = mixed.reduce((sum, lane) => sum + places[lane].shown, 0);
    return mixed.map((lane) => ({
      lane,
      of,
      weight: Math.max(weights[lane] ?? 0, least),
      percent: Math.max(percent, least),
      shownOf,
    }));
  };
  return [
    ...group(1, 100 - discoveryPercent, { topic: topicsPercent, own: 100 - topicsPercent }),
    ...group(2, discoveryPercent, { level: 1, discover: 1 }),
    ...group(3, tiredPercent, { tired: 1 }),
  ];
}

/** A share of nothing comes after everything else, rather than never. */
const least = 0.001;

/** A video that a lane has to show next, with its key in the lane. */
export type InLane = {
  readonly lane: Lane;
  readonly id: string;
  /** To the microsecond, so that the texts of two instants order as the instants do. */
  readonly createdAt: string;
};

type Key = Pick<InLane, 'createdAt' | 'id'>;

/** Whether the first video is newer; ids order those of one instant. */
export const isNewer = (one: Key, other: Key) =>
  one.createdAt === other.createdAt ? one.id > other.id : one.createdAt > other.createdAt;

/** For `sort`: the newest first. */
export const newestFirst = (one: Key, other: Key) => (isNewer(one, other) ? -1 : isNewer(other, one) ? 1 : 0);

/** The lanes of seen videos that a page may need beside these unseen ones. */
export function seenLanesWanted(unseen: readonly { lane: Lane }[], count: number): Lane[] {
  if (unseen.length < count) return ['again', 'discovered'];
  const inOwn = unseen.filter(({ lane }) => lane !== 'discover');
  return inOwn.length < count ? ['again'] : [];
}

/**
 * Merges what each lane has to show next into one order. Unseen videos come before seen ones, but those in other
 * languages keep to their share until no video is left in the student's own, seen ones included.
 */
export function mergeLanes<Video extends InLane>(
  found: readonly Video[],
  mix: FeedMix,
  places: Readonly<Record<Lane, { shown: number }>>,
): Video[] {
  const slots = new Map<Video, { slot: number; of: number }>();
  for (const group of Object.values(Object.groupBy(mixOf(mix, places), ({ of }) => of))) {
    const turns = (group ?? []).flatMap(({ lane, weight, percent, of, shownOf }) =>
      found
        .filter((video) => video.lane === lane)
        .sort(newestFirst)
        .map((video, n) => ({
          video,
          lane,
          percent,
          of,
          shownOf,
          turn: (places[lane].shown + n + 1) / weight,
        })),
    );
    // If it is the turn of two lanes, the one whose name is later goes first.
    turns.sort((one, other) => one.turn - other.turn || (one.lane > other.lane ? -1 : 1));
    for (const [n, { video, percent, of, shownOf }] of turns.entries())
      slots.set(video, { slot: (shownOf + n + 1) / percent, of });
  }
  const last = { slot: Number.POSITIVE_INFINITY, of: 0 };
  const inTurn = found.toSorted((one, other) => {
    const [a, b] = [slots.get(one) ?? last, slots.get(other) ?? last];
    return a.slot === b.slot ? a.of - b.of || newestFirst(one, other) : a.slot - b.slot;
  });
  return keepToShare(inTurn, mix, places);
}

/** Puts each video to discover behind its turn for as long as it would be more than the share of discovery. */
function keepToShare<Video extends InLane>(
  inTurn: readonly Video[],
  { discoveryPercent }: FeedMix,
  places: Readonly<Record<Lane, { shown: number }>>,
): Video[] {
  const waiting: Video[] = [];
  const merged: Video[] = [];
  const shownBefore = lanes.reduce((sum, lane) => sum + places[lane].shown, 0);
  let discovered = places.discover.shown;
  const takeWaiting = () => {
    for (let next = waiting[0]; next; next = waiting[0]) {
      const position = shownBefore + merged.length + 1;
      if (discovered + 1 > Math.round((position * discoveryPercent) / 100)) return;
      discovered += 1;
      merged.push(next);
      waiting.shift();
    }
  };
  for (const video of inTurn) {
    if (video.lane === 'discovered') continue;
    if (video.lane === 'discover') waiting.push(video);
    else merged.push(video);
    takeWaiting();
  }
  const rest = inTurn.filter(({ lane }) => lane === 'discovered');
  return [...merged, ...waiting, ...rest];
}
