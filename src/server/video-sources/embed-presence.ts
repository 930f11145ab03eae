import { oembedAddress } from './embed-titles.ts';
import { type FetchLimits, fetchFromSource } from './fetch-from-source.ts';
import { SourceError } from './source-error.ts';
import type { Presence, PresenceSource } from './video-sources.ts';

/**
 * Asks by oEmbed whether videos are still there, at fixed hosts and without following redirects. Three statuses say that
 * a video cannot be shown any more; a stall, a rate limit, a redirect or a server error says nothing of the video.
 */
export function embedPresence({
  hosts,
  limits,
}: {
  /** By source. */
  hosts: Readonly<Record<string, string>>;
  limits: FetchLimits;
}): PresenceSource {
  return {
    sources: Object.keys(hosts),
    async presenceOf({ source, address }) {
      const host = hosts[source];
      if (host === undefined) throw new SourceError('refused');
      try {
        JSON.parse(await fetchFromSource(oembedAddress(host, address), limits));
        return 'there';
      } catch (error) {
        if (!(error instanceof SourceError)) throw new SourceError('unreadable');
        const definite = answers[error.status ?? 0];
        if (definite) return definite;
        throw error;
      }
    },
  };
}

const answers: Readonly<Record<number, Presence>> = { 401: 'closed', 404: 'missing', 410: 'missing' };
