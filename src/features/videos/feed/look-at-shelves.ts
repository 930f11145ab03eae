import type { LanguageCode } from '#shared/languages.ts';
import type { Level } from '#shared/levels.ts';
import type { Topic } from '#shared/topics.ts';
import type { Reaction, StoredVideo } from '../video-columns.ts';
import type { FeedPlace } from './feed-cursor.ts';
import {
  type InLane,
  isNewer,
  isOfSeen,
  type Lane,
  lanes,
  mergeLanes,
  newestFirst,
  scansOf,
  seenLanesWanted,
  type Taste,
} from './merge-lanes.ts';
import type { Shelf, ShelfVideo } from './read-shelves.ts';

export type FeedFilters = {
  readonly language: readonly LanguageCode[];
  readonly level?: Level | undefined;
  readonly topic: readonly Topic[];
};

type Viewed = InLane & { video: StoredVideo };

/** The next video of a lane that is on no shelf. A page that would need it cannot be answered from the shelves. */
type Hidden = InLane;

/** The videos of a lane after the reader's position in it, as far as the shelves know them, newest first. */
export type LaneView = { videos: readonly Viewed[]; isWhole: boolean };

/** What a reader did with some videos; `isSeen` is whether they saw it before this visit. */
export type Reactions = ReadonlyMap<string, { did: readonly Reaction[]; isSeen: boolean }>;

/** How far into a lane a feed looks for what its reader has not seen, before it asks the database instead. */
const reach = 50;

/**
 * What each lane holds next. A shelf that does not hold all of its videos hides those that are older than its last
 * one, so a lane ends where its first shelf does.
 */
export function viewLanes(
  shelves: readonly Shelf[],
  filters: FeedFilters,
  { taste, places }: Pick<FeedPlace, 'taste' | 'places'>,
): Record<Lane, LaneView> {
  const scans = Map.groupBy(scansOf(filters, taste), ({ lane }) => lane);
  const viewLane = (lane: Lane): LaneView => {
    const wanted = new Set(scans.get(lane)?.map(({ language, level }) => `${language} ${level}`));
    const ofLane = shelves.filter(({ language, level }) => wanted.has(`${language} ${level}`));
    const [end] = ofLane
      .flatMap(({ videos, isWhole }) => (isWhole ? [] : videos.slice(-1).map(inLane(lane))))
      .sort(newestFirst);
    const found = ofLane
      .flatMap(({ videos }) => videos.filter((each) => isInLane(lane, each, filters.topic, taste)))
      .map(inLane(lane))
      .filter((each) => isNewer(places[lane], each) && !(end && isNewer(end, each)))
      .sort(newestFirst);
    return { videos: found.slice(0, reach), isWhole: !end && found.length <= reach };
  };
  return Object.fromEntries(lanes.map((lane) => [lane, viewLane(lane)])) as Record<Lane, LaneView>;
}

/**
 * The next `count` videos of the feed, without those that the reader refused; null where the shelves do not reach far
 * enough. Seen videos come in where the unseen ones do not fill the page, or those in the reader's languages do not.
 */
export function rankViews(
  views: Readonly<Record<Lane, LaneView>>,
  reactions: Reactions,
  { mix, places }: Pick<FeedPlace, 'mix' | 'places'>,
  count: number,
): Viewed[] | null {
  const fitting = (lane: Lane): (Viewed | Hidden)[] => {
    const some = views[lane].videos.filter(({ id }) => {
      const own = reactions.get(id);
      return !own?.did.includes('not_interested') && (own?.isSeen ?? false) === isOfSeen(lane);
    });
    return views[lane].isWhole ? some : [...some, { lane, id: '', createdAt: '' }];
  };
  const unseen = lanes.filter((lane) => !isOfSeen(lane)).flatMap(fitting);
  const found = [...unseen, ...seenLanesWanted(unseen, count).flatMap(fitting)];
  const page = mergeLanes(found, mix, places).slice(0, count);
  const viewed = page.filter((each): each is Viewed => 'video' in each);
  return viewed.length === page.length ? viewed : null;
}

const inLane =
  (lane: Lane) =>
  ({ video, key }: ShelfVideo) => ({ lane, id: video.id, createdAt: key, video });

/** Whether a video of the lane's languages and levels is in the lane; `inLaneOf` says the same in SQL. */
function isInLane(
  lane: Lane,
  { video, channelId }: ShelfVideo,
  asked: readonly Topic[],
  { liked, tired, tiredChannels }: Taste,
): boolean {
  const hasOneOf = (some: readonly Topic[]) => video.topics.some((topic) => some.includes(topic));
  if (asked.length > 0 && !hasOneOf(asked)) return false;
  if (isOfSeen(lane)) return true;
  // A student who asks for a topic wants it.
  const isTired =
    hasOneOf(tired.filter((topic) => !asked.includes(topic))) ||
    (channelId !== null && tiredChannels.includes(channelId));
  if (isTired || lane === 'tired') return isTired && lane === 'tired';
  return lane === 'topic' || lane === 'own' ? hasOneOf(liked) === (lane === 'topic') : true;
}
