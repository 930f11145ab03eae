import { type FetchLimits, readRedirect } from './fetch-from-source.ts';
import type { LinkSource } from './video-sources.ts';

/** Asks fixed hosts where their short links lead. What one leads to is read and never opened. */
export function shortLinks({
  hosts,
  limits,
}: {
  /** By the host in the address of a link. */
  hosts: Readonly<Record<string, string>>;
  limits: FetchLimits;
}): LinkSource {
  return {
    async longOf(address) {
      const { hostname, pathname } = new URL(address);
      const host = hosts[hostname];
      if (host === undefined) return null;
      const url = new URL(host);
      url.pathname = pathname;
      return readRedirect(url, limits);
    },
  };
}
