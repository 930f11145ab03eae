import { z } from 'zod';
import { type FetchLimits, fetchFromSource } from './fetch-from-source.ts';
import type { TitleSource } from './video-sources.ts';

const oembedAnswer = z.object({ title: z.string().trim().min(1) });

/**
 * Reads titles by oEmbed, which YouTube and TikTok offer without a key and Instagram does not. A title only saves a
 * teacher some typing, so every failure means no title.
 */
export function embedTitles({
  hosts,
  limits,
}: {
  /** By source. */
  hosts: Readonly<Record<string, string>>;
  limits: FetchLimits;
}): TitleSource {
  return {
    async titleOf({ source, address }) {
      const host = hosts[source];
      if (host === undefined) return null;
      try {
        return oembedAnswer.parse(JSON.parse(await fetchFromSource(oembedAddress(host, address), limits)))
          .title;
      } catch {
        return null;
      }
    },
  };
}

/** The address at a host that tells about a video, by oEmbed. The video's own address is only a value in it. */
export function oembedAddress(host: string, address: string): URL {
  const oembed = new URL('/oembed', host);
  oembed.search = new URLSearchParams({ url: address, format: 'json' }).toString();
  return oembed;
}
