/** Where a video plays from; `upload` is a clip of Sumi's own. */
export const sources = ['youtube', 'tiktok', 'instagram', 'upload'] as const;
export type Source = (typeof sources)[number];

/** Where a video stands with the moderators. */
export const moderationStatuses = ['pending', 'approved', 'rejected'] as const;
export type ModerationStatus = (typeof moderationStatuses)[number];

/** From how many seconds a view counts, whatever the video's length. */
const countsFrom = 3;

/** The most learning time that one video gives a person in a day, in seconds. */
export const mostSecondsADay = 600;

/** How many seconds must be watched for a view to count: 3, or half of a video shorter than 6. */
export function secondsToCount(videoSeconds: number | null): number {
  return videoSeconds === null ? countsFrom : Math.min(countsFrom, videoSeconds / 2);
}

/**
 * The learning time that watching gives, in whole seconds. Seeing a clip again on the same day teaches little,
 * and what a browser claims to have watched is not taken beyond the video's own length.
 */
export function secondsToCredit(watchedSeconds: number, videoSeconds: number | null): number {
  return Math.floor(Math.min(watchedSeconds, videoSeconds ?? mostSecondsADay, mostSecondsADay));
}

/** Every so often a channel is asked for news by itself, in milliseconds. */
export const channelTurn = 6 * 60 * 60 * 1000;

/** A channel is asked for news at most so often, in milliseconds, however many people sync. */
export const channelRest = 15 * 60 * 1000;

/** Which video an address is: where it plays from, its id there, and the one form in which its address is kept. */
export type VideoAddress = {
  source: 'youtube' | 'tiktok' | 'instagram';
  sourceId: string;
  sourceUrl: string;
  /** Where the source has a still picture under an address that lasts. */
  thumbnailUrl: string | null;
};

/**
 * Reads the address of a video as people paste it: YouTube's watch, youtu.be and shorts, TikTok's @somebody/video,
 * Instagram's reels. Null for everything else: other pages of the same sites, short addresses that only lead on,
 * other sites, and whatever pretends to be one of these.
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

/** A video of YouTube by its id, as it is kept. */
export function youtubeVideo(sourceId: string): VideoAddress {
  return {
    source: 'youtube',
    sourceId,
    sourceUrl: `https://www.youtube.com/watch?v=${sourceId}`,
    thumbnailUrl: `https://i.ytimg.com/vi/${sourceId}/hqdefault.jpg`,
  };
}

/** Reads a channel of YouTube as people paste it: its address, its id, its @handle. Null for everything else. */
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
  return /^\/shorts\/([^/]+)$/.exec(path)?.[1];
}

/** An address of the web at its usual port, with nobody's name in it; `https://` may be left out. */
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
