import type { Locale } from './locales.ts';

/** A page as its reader sees it: what its document holds before any script has run. */
export type PrerenderedPage = {
  locale: Locale;
  title: string;
  /** What search engines show below the title. */
  description?: string;
  /** HTML, with the answers that it was written from. */
  body: string;
};

/** Asks this server as the reader's browser would. */
export type AskAsReader = (address: string, request: RequestInit) => Promise<Response>;

/** Who reads a page: the first need no account and all see the same, the others have a session of their own. */
export type PageReader = 'visitor' | 'member';

/** What the build makes of `src/web/frames/prerender.tsx`, for the server to run. */
export type PrerenderModule = {
  /** The addresses whose pages are prerendered, by who reads them. */
  addresses: Record<PageReader, readonly string[]>;
  /**
   * Prerenders the page of an address. Visitors of one language get the same object until its contents change. A
   * member's page is in their own language and made for this one request. Null where the page's first state is not
   * known in advance, where one of its queries has no answer, or where the member may not see it.
   */
  prerender(
    page: { reader: PageReader; address: string; search: string; locale: Locale },
    ask: AskAsReader,
  ): Promise<PrerenderedPage | null>;
};
