import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { html } from 'hono/html';
import { embedPresence } from '#server/video-sources/embed-presence.ts';
import { embedTitles } from '#server/video-sources/embed-titles.ts';
import { shortLinks } from '#server/video-sources/short-links.ts';
import type { ChannelSource, VideoSources } from '#server/video-sources/video-sources.ts';
import { youtubeApi } from '#server/video-sources/youtube-api.ts';
import { youtubeFeed } from '#server/video-sources/youtube-feed.ts';

/** How the stand-in answers. */
export type Behaviour =
  | 'fine'
  | 'fails'
  | 'stalls'
  | 'too-many'
  | 'quota'
  | 'missing'
  | 'redirects'
  | 'huge'
  | 'malformed'
  | 'bomb'
  | 'hangs-up';

export type StandInVideo = { id: string; title: string; description?: string; seconds?: number };

export type VideoSourcesStandIn = {
  url: string;
  behaviour: Behaviour;
  /** The videos of every channel, the newest first. */
  videos: StandInVideo[];
  channelTitle: string;
  /** Addresses of videos, and what oEmbed answers for them: a status, or at Instagram the code of its error. */
  gone: Map<string, number>;
  /** Where a short link leads, by its path. */
  links: Map<string, string>;
  /** How many requests for the videos of a channel it received. */
  asked: number;
  /** The address and the key of each request. */
  log: { address: string; key: string | undefined }[];
  api: ChannelSource;
  feed: ChannelSource;
  /** The sources of a server without a key: the feed and the titles. */
  sources: VideoSources;
  close(): Promise<void>;
};

/** Starts a stand-in for YouTube's API, feeds and titles that answers as `behaviour` says. */
export async function startVideoSources(): Promise<VideoSourcesStandIn> {
  const server = createServer((request, response) => {
    const address = request.url ?? '';
    const key = request.headers['x-goog-api-key'] ?? request.headers.authorization;
    standIn.log.push({ address, key: key as string | undefined });
    if (/playlistItems|videos\.xml/.test(address)) standIn.asked += 1;
    answer(standIn, new URL(address, standIn.url), response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // The tests wait little for a source that stalls; any other answer may take longer on a busy machine.
  const limits = {
    get timeoutMs() {
      return standIn.behaviour === 'stalls' ? 400 : 10_000;
    },
    maxBytes: 200_000,
  };
  const feed = youtubeFeed({ host: url, limits });
  const standIn: VideoSourcesStandIn = {
    url,
    behaviour: 'fine',
    videos: [],
    channelTitle: 'Un canal',
    asked: 0,
    log: [],
    api: youtubeApi({ host: url, key: 'a-key', limits }),
    feed,
    sources: {
      channels: feed,
      titles: embedTitles({ hosts: { youtube: url }, limits }),
      links: shortLinks({ hosts: { 'vm.tiktok.com': url }, limits }),
      presence: embedPresence({
        hosts: { youtube: url },
        instagram: { host: url, token: 'a-token' },
        limits,
      }),
    },
    gone: new Map(),
    links: new Map(),
    close() {
      server.closeAllConnections();
      return new Promise((closed) => server.close(() => closed()));
    },
  };
  return standIn;
}

function answer(standIn: VideoSourcesStandIn, address: URL, response: ServerResponse): void {
  const say = (status: number, body = '', headers = {}) => {
    response.writeHead(status, headers);
    response.end(body);
  };
  const behaviours: Partial<Record<Behaviour, () => void>> = {
    fails: () => say(500, 'oops'),
    stalls: () => response.writeHead(200).write('<feed>'),
    'too-many': () => say(429),
    quota: () => say(403, '{"error":{"errors":[{"reason":"quotaExceeded"}]}}'),
    missing: () => say(404),
    redirects: () => say(302, '', { location: 'http://169.254.169.254/latest/meta-data' }),
    huge: () => say(200, `<feed><title>${'a'.repeat(500_000)}</title></feed>`),
    malformed: () => say(200, '<feed><title>Un canal</entry>'),
    bomb: () =>
      say(200, `<!DOCTYPE feed [<!ENTITY a "aaaaaaaaaa">]><feed><title>${'&a;'.repeat(1000)}</title></feed>`),
    'hangs-up': () => response.socket?.destroy(),
  };
  const behaviour = behaviours[standIn.behaviour];
  if (behaviour) behaviour();
  else if (standIn.links.has(address.pathname))
    say(301, '', { location: standIn.links.get(address.pathname) });
  else if (address.pathname === '/feeds/videos.xml') say(200, feedXml(standIn));
  else if (address.pathname === '/oembed' && standIn.gone.has(address.searchParams.get('url') ?? ''))
    say(standIn.gone.get(address.searchParams.get('url') ?? '') ?? 404);
  else if (address.pathname === '/instagram_oembed') sayOfInstagram(standIn, address, say);
  else if (address.pathname === '/oembed') say(200, JSON.stringify({ title: standIn.videos[0]?.title }));
  else say(200, JSON.stringify({ items: apiItems(standIn, address) }));
}

/** Meta's errors have one status and differ in their code. */
function sayOfInstagram(
  { gone }: VideoSourcesStandIn,
  address: URL,
  say: (status: number, body: string, headers?: object) => void,
): void {
  const code = gone.get(address.searchParams.get('url') ?? '');
  if (code === undefined) say(200, '{"provider_name":"Instagram"}');
  else
    say(400, JSON.stringify({ error: { message: 'No.', type: 'OAuthException', code } }), {
      'content-type': 'application/json; charset=UTF-8',
    });
}

function feedXml({ videos, channelTitle }: VideoSourcesStandIn): string {
  const entries = videos.map(
    ({ id, title, description = '' }) => html`<entry><id>yt:video:${id}</id><yt:videoId>${id}</yt:videoId>
      <title>${title}</title><published>2026-11-01T10:00:00+00:00</published>
      <media:group><media:title>${title}</media:title>
      <media:description>${description}</media:description></media:group></entry>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?><feed xmlns:yt="http://www.youtube.com/xml/schemas/2015"
    xmlns:media="http://search.yahoo.com/mrss/" xmlns="http://www.w3.org/2005/Atom">
    ${html`<title>${channelTitle}</title>`}${entries.join('')}</feed>`;
}

function apiItems({ videos, channelTitle }: VideoSourcesStandIn, address: URL): unknown[] {
  if (address.pathname.endsWith('/channels')) {
    const id = address.searchParams.get('id') ?? `UC${'h'.repeat(22)}`;
    return [{ id, snippet: { title: channelTitle } }];
  }
  if (address.pathname.endsWith('/playlistItems')) {
    return videos.map(({ id, title, description = '' }) => ({
      snippet: { title, description, channelTitle },
      contentDetails: { videoId: id },
    }));
  }
  const wanted = address.searchParams.get('id')?.split(',') ?? [];
  return videos
    .filter(({ id }) => wanted.includes(id))
    .map(({ id, seconds = 75 }) => ({
      id,
      contentDetails: { duration: `PT${Math.floor(seconds / 60)}M${seconds % 60}S`, caption: 'true' },
      status: { embeddable: !id.startsWith('private'), privacyStatus: 'public' },
    }));
}

const limits = { timeoutMs: 400, maxBytes: 200_000 };

/** Sources that fail at once, for tests that are not about videos. */
export const noSources: VideoSources = {
  channels: youtubeFeed({ host: 'http://127.0.0.1:1', limits }),
  titles: embedTitles({ hosts: {}, limits }),
  links: shortLinks({ hosts: {}, limits }),
  presence: embedPresence({ hosts: {}, limits }),
};
