import { z } from 'zod';
import { parseJson } from '#shared/parse-json.ts';
import { oembedAddress } from './embed-titles.ts';
import { type FetchLimits, fetchFromSource } from './fetch-from-source.ts';
import { SourceError } from './source-error.ts';
import type { Presence, PresenceSource } from './video-sources.ts';

/** How one source is asked, and which of its errors say that a video cannot be shown any more. */
type Embeds = {
  ask: (address: string) => { url: URL; headers?: Record<string, string> };
  definite: (error: SourceError) => Presence | undefined;
};

/**
 * Asks by oEmbed whether videos are still there, at fixed hosts and without following redirects. A stall, a rate limit,
 * a redirect or a server error says nothing of the video.
 */
export function embedPresence({
  hosts,
  instagram,
  limits,
}: {
  /** Those that answer without a key, by source. */
  hosts: Readonly<Record<string, string>>;
  /** Instagram is asked with an access token of Meta's only. */
  instagram?: { host: string; token: string } | undefined;
  limits: FetchLimits;
}): PresenceSource {
  const embeds = new Map(Object.entries(hosts).map(([source, host]) => [source, embedsOf(host)]));
  if (instagram) embeds.set('instagram', embedsOfInstagram(instagram));
  return {
    sources: [...embeds.keys()],
    async presenceOf({ source, address }) {
      const embed = embeds.get(source);
      if (!embed) throw new SourceError('refused');
      const { url, headers } = embed.ask(address);
      try {
        JSON.parse(await fetchFromSource(url, limits, headers));
        return 'there';
      } catch (error) {
        if (!(error instanceof SourceError)) throw new SourceError('unreadable');
        const definite = embed.definite(error);
        if (definite) return definite;
        throw error;
      }
    },
  };
}

const statuses: Readonly<Record<number, Presence>> = { 401: 'closed', 404: 'missing', 410: 'missing' };

function embedsOf(host: string): Embeds {
  return {
    ask: (address) => ({ url: oembedAddress(host, address) }),
    definite: ({ status }) => statuses[status ?? 0],
  };
}

const graphError = z.object({ error: z.object({ code: z.number() }) });

/** The Graph API's error for a post that was deleted, or whose account is private or gone. */
const noSuchPost = 24;

/** Without a version in its address, the API answers as the oldest one that the token's app may use. */
function embedsOfInstagram({ host, token }: { host: string; token: string }): Embeds {
  return {
    ask(address) {
      const url = new URL('/instagram_oembed', host);
      url.search = new URLSearchParams({ url: address, fields: 'provider_name' }).toString();
      return { url, headers: { authorization: `Bearer ${token}` } };
    },
    // A token that ended and an app that may not ask have the statuses of a missing post, and other codes.
    definite({ answer }) {
      const { data } = graphError.safeParse(parseJson(answer));
      return data?.error.code === noSuchPost ? 'missing' : undefined;
    },
  };
}
