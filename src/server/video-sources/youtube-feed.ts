import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { z } from 'zod';
import { askSource, type Patience } from './ask-source.ts';
import { SourceError } from './source-error.ts';
import type { ChannelSource, FoundVideo } from './video-sources.ts';
import { videoIdShape } from './youtube-shapes.ts';

/**
 * The public feed that YouTube keeps of every channel: its fifteen newest videos, without a key. It knows neither
 * handles nor how long a video is.
 */
export function youtubeFeed({ host, patience }: { host: string; patience: Patience }): ChannelSource {
  async function read(channelId: string): Promise<Feed> {
    const address = new URL('/feeds/videos.xml', host);
    address.searchParams.set('channel_id', channelId);
    return readFeedXml(await askSource(address, patience));
  }
  return {
    async find(reference) {
      if (!('id' in reference)) throw new SourceError('needs-key');
      const { title } = await read(reference.id);
      return { sourceId: reference.id, title };
    },
    newestOf: read,
  };
}

type Feed = { title: string; videos: FoundVideo[] };

/**
 * No entity is expanded by the parser: a document cannot define any of its own, and the five of XML and the numbered
 * ones are put back by hand, once, in the few texts that are kept.
 */
const parser = new XMLParser({
  ignoreAttributes: true,
  processEntities: false,
  parseTagValue: false,
  isArray: (name) => name === 'entry',
});

const text = z.string().transform(withoutEntities);

const document = z.object({
  feed: z.object({
    title: text,
    entry: z
      .array(
        z.object({
          'yt:videoId': z.string().regex(videoIdShape),
          title: text,
          'media:group': z.object({ 'media:description': text.optional() }).optional(),
        }),
      )
      .default([]),
  }),
});

function readFeedXml(xml: string): Feed {
  const read = document.safeParse(parse(xml));
  if (!read.success) throw new SourceError('unreadable');
  const { title, entry } = read.data.feed;
  const videos = entry.map((each) => ({
    sourceId: each['yt:videoId'],
    title: each.title,
    description: each['media:group']?.['media:description'] ?? '',
    seconds: null,
    hasSubtitles: false,
  }));
  return { title, videos };
}

/** Whatever no feed of YouTube's ever is becomes undefined. */
function parse(xml: string): unknown {
  if (xml.includes('<!DOCTYPE') || xml.includes('<!ENTITY')) return undefined;
  try {
    return XMLValidator.validate(xml) === true ? parser.parse(xml) : undefined;
  } catch {
    return undefined;
  }
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function withoutEntities(escaped: string): string {
  return escaped.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi,
    (whole, hex, decimal, name) => {
      if (name) return named[name.toLowerCase()] ?? whole;
      const point = hex ? Number.parseInt(hex, 16) : Number(decimal);
      return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
    },
  );
}
