import { dayMs, hourMs } from '#shared/time/durations.ts';

/** Where a video plays from; `upload` is a clip of Sumi's own. */
export const sources = ['youtube', 'tiktok', 'instagram', 'upload'] as const;
export type Source = (typeof sources)[number];

/** The moderation status of a video. */
export const moderationStatuses = ['pending', 'approved', 'rejected'] as const;
export type ModerationStatus = (typeof moderationStatuses)[number];

/** After so many videos the feed has a finish line: a good end for today, and a way on. */
export const finishAfter = 10;

const describing = ['title', 'description', 'language', 'level', 'topics'];

/** Whether a change is of what describes a video, which two moderators may write at the same time, or of a switch. */
export function describesAgain(change: object): boolean {
  return Object.keys(change).some((key) => describing.includes(key));
}

/**
 * Why a video may not be for kids; null when it may. A moderator has watched what is approved, and kids see no
 * advertising.
 */
export function whyNotForKids({
  moderationStatus,
  isSponsored,
}: {
  moderationStatus: ModerationStatus;
  isSponsored: boolean;
}): 'kidsAfterApproval' | 'noSponsorsForKids' | null {
  if (moderationStatus !== 'approved') return 'kidsAfterApproval';
  return isSponsored ? 'noSponsorsForKids' : null;
}

/** Seconds from which a view counts. */
const countsFrom = 3;

/** The most learning time that one video gives a person a day, in seconds. */
export const mostSecondsADay = 600;

/** How many seconds must be watched for a view to count: 3, or half of a video shorter than 6. */
export function secondsToCount(videoSeconds: number | null): number {
  return videoSeconds === null ? countsFrom : Math.min(countsFrom, videoSeconds / 2);
}

/**
 * The learning time for watching a video, in whole seconds. It never exceeds the length of the video: a clip teaches
 * little when it repeats on the same day, and the browser may report too much.
 */
export function secondsToCredit(watchedSeconds: number, videoSeconds: number | null): number {
  return Math.floor(Math.min(watchedSeconds, videoSeconds ?? mostSecondsADay, mostSecondsADay));
}

/** The interval of the scheduled sync of a channel, in milliseconds. */
export const channelTurn = 6 * hourMs;

/** The shortest time between two syncs of a channel, in milliseconds, for all callers together. */
export const channelRest = 15 * 60 * 1000;

/** How many days in a row a source has to say that a video is gone before it leaves the feed. */
const goneDays = 3;

/** What a source said of a video; `unknown` where it failed, stalled or asked to wait. */
export type CheckAnswer = 'there' | 'missing' | 'closed' | 'unknown';

type Checked = { goneCount: number; isHidden: boolean };

/**
 * What follows from an answer. A video that is there is looked at again in a week and counts as there at once. One that
 * is gone is looked at again a day later, and hidden after `goneDays` such answers in a row; a hidden one weekly, for
 * it may come back. An unknown answer changes nothing, not even the count.
 */
export function afterCheck(
  { goneCount, isHidden }: Checked,
  answer: CheckAnswer,
): Checked & { againInMs: number } {
  if (answer === 'there') return { goneCount: 0, isHidden: false, againInMs: 7 * dayMs };
  if (answer === 'unknown') return { goneCount, isHidden, againInMs: dayMs / 4 };
  const count = goneCount + 1;
  const hides = isHidden || count >= goneDays;
  return { goneCount: count, isHidden: hides, againInMs: hides ? 7 * dayMs : dayMs };
}

/**
 * Whether the answers of one source in a round are believed where they say that videos are gone. A source that says so
 * of every video has changed its way of answering; only of a community's single video it may be true.
 */
export function believesGone({ there, gone }: { there: number; gone: number }): boolean {
  return there > 0 || gone === 1;
}

/** The video that an address names: its source, its id there and its canonical address. */
export type VideoAddress = {
  source: 'youtube' | 'tiktok' | 'instagram';
  sourceId: string;
  sourceUrl: string;
  /** Null where the source has no thumbnail at a permanent address. */
  thumbnailUrl: string | null;
};

/**
 * Reads the address of a video as people paste it: YouTube's watch, youtu.be, shorts and live, TikTok's @name/video,
 * Instagram's reels. Null for anything else: other pages of these sites, short links that redirect, other sites and
 * look-alike hosts.
 */
export function readVideoAddress(text: string): VideoAddress | null {
  const url = webAddress(text);
  if (!url) return null;
  const host = url.hostname.replace(/^(www|m)\./, '');
  const path = url.pathname.replace(/\/+$/, '');
  if (host === 'youtube.com' || host === 'youtu.be') {
    const id = youtubeId(host, path, url.searchParams);
    return id && /^[\w-]{11}$/.test(id) ? youtubeVideo(id) : null;
  }
  if (host === 'tiktok.com') {
    const [, name, id] = /^\/@([\w.]{2,24})\/video\/(\d{15,20})$/.exec(path) ?? [];
    if (!name || !id) return null;
    const sourceUrl = `https://www.tiktok.com/@${name}/video/${id}`;
    return { source: 'tiktok', sourceId: id, sourceUrl, thumbnailUrl: null };
  }
  if (host === 'instagram.com') {
    const [, id] = /^(?:\/[\w.]{1,30})?\/reels?\/([\w-]{5,40})$/.exec(path) ?? [];
    if (!id) return null;
    const sourceUrl = `https://www.instagram.com/reel/${id}/`;
    return { source: 'instagram', sourceId: id, sourceUrl, thumbnailUrl: null };
  }
  return null;
}

/** Reads a short link of TikTok, as its app copies it: the link without what follows. Null for anything else. */
export function readShortLink(text: string): string | null {
  const { hostname, pathname } = webAddress(text) ?? { hostname: '', pathname: '' };
  const link = /^(?:(v[mt]\.tiktok\.com)|(?:www\.|m\.)?tiktok\.com\/t)\/([\w-]{5,20})\/?$/;
  const [, host = 'www.tiktok.com/t', code] = link.exec(hostname + pathname) ?? [];
  return code ? `https://${host}/${code}/` : null;
}

/** The stored fields of a YouTube video with this id. */
export function youtubeVideo(sourceId: string): VideoAddress {
  return {
    source: 'youtube',
    sourceId,
    sourceUrl: `https://www.youtube.com/watch?v=${sourceId}`,
    thumbnailUrl: `https://i.ytimg.com/vi/${sourceId}/hqdefault.jpg`,
  };
}

/** Reads a YouTube channel as people paste it: its address, its id, its @handle. Null for anything else. */
export function readChannelAddress(text: string): { id: string } | { handle: string } | null {
  const given = text.trim();
  const url = webAddress(given);
  const isYoutube = url && /^(www\.|m\.)?youtube\.com$/.test(url.hostname);
  const path = isYoutube ? decodedPath(url) : `/${given}`;
  const [, id] = /^\/(?:channel\/)?(UC[\w-]{22})(?:\/|$)/.exec(path) ?? [];
  if (id) return { id };
  const [, handle] = /^\/(@[\p{L}\p{N}._·-]{3,30})(?:\/|$)/u.exec(path) ?? [];
  return handle ? { handle } : null;
}

function youtubeId(host: string, path: string, query: URLSearchParams): string | null | undefined {
  if (host === 'youtu.be') return path.slice(1);
  if (path === '/watch') return query.get('v');
  return /^\/(?:shorts|live)\/([^/]+)$/.exec(path)?.[1];
}

/** An HTTP address on the default port and without credentials; `https://` may be missing. */
function webAddress(text: string): URL | null {
  const given = text.trim();
  const url = parseUrl(/^https?:\/\//i.test(given) ? given : `https://${given}`);
  return url && url.port === '' && url.username === '' && url.password === '' ? url : null;
}

function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

function decodedPath(url: URL): string {
  try {
    return decodeURIComponent(url.pathname);
  } catch {
    return url.pathname;
  }
}
