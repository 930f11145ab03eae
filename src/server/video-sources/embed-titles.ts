import { z } from 'zod';
import { askSource, type Patience } from './ask-source.ts';
import type { TitleSource } from './video-sources.ts';

const answered = z.object({ title: z.string().trim().min(1) });

/**
 * Titles by oEmbed, which YouTube and TikTok answer without a key; Instagram does not. A title saves somebody some
 * typing and is worth no waiting: whatever goes wrong is no title.
 */
export function embedTitles({
  hosts,
  patience,
}: {
  /** By source. */
  hosts: Readonly<Record<string, string>>;
  patience: Patience;
}): TitleSource {
  return {
    async titleOf({ source, address }) {
      const host = hosts[source];
      if (host === undefined) return null;
      const oembed = new URL('/oembed', host);
      oembed.search = new URLSearchParams({ url: address, format: 'json' }).toString();
      try {
        return answered.parse(JSON.parse(await askSource(oembed, patience))).title;
      } catch {
        return null;
      }
    },
  };
}
