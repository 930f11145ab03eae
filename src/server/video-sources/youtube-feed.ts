import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { z } from 'zod';
import { type FetchLimits, fetchFromSource } from './fetch-from-source.ts';
import { SourceError } from './source-error.ts';
import type { ChannelSource, FoundVideo } from './video-sources.ts';
import { videoIdShape } from './youtube-shapes.ts';

/**
 * The public feed of a YouTube channel, which needs no key: its fifteen newest videos. It knows neither handles nor
 * the length of a video.
 */
export function youtubeFeed({ host, limits }: { host: string; limits: FetchLimits }): ChannelSource {
  async function read(channelId: string): Promise<Feed> {
    const address = new URL('/feeds/videos.xml', host);
    address.searchParams.set('channel_id', channelId);
    return readFeedXml(await fetchFromSource(address, limits));
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
 * The parser expands no entities, so a document cannot define its own (XML bomb). The five entities of XML and the
 * numbered ones are replaced below, once, in the texts that are used.
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

/** Returns undefined for a text that is not XML or that declares a document type or entities. */
function parse(xml: string): unknown {
  if (xml.includes('<!DOCTYPE') || xml.includes('<!ENTITY')) return undefined;
  try {
    return XMLValidator.validate(xml) === true ? parser.parse(xml) : undefined;
  } catch {
    return undefined;
  }
}

const xmlEntities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function withoutEntities(escaped: string): string {
  return escaped.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi,
    (whole, hex, decimal, name) => {
      if (name) return xmlEntities[name.toLowerCase()] ?? whole;
      const point = hex ? Number.parseInt(hex, 16) : Number(decimal);
      return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
    },
  );
}
