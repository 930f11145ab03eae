import type { Locale } from './locales.ts';

/** A page as a visitor reads it: what its document holds before any script has run. */
export type WrittenPage = {
  title: string;
  /** What search engines show below the title. */
  description?: string;
  /** HTML, with the answers that it was written from. */
  body: string;
};

/** Asks this server as a visitor's browser would. */
export type AskAsVisitor = (address: string, request: RequestInit) => Promise<Response>;

/** What the build makes of `src/web/frames/write-ahead.tsx`, for the server to run. */
export type WritesAhead = {
  /** The addresses whose pages are written ahead. */
  addresses: readonly string[];
  /**
   * Writes the page of an address in a language; the same object until what is on it changes. Null where the page begins
   * in a way that is not known ahead, or where a question of it is not answered.
   */
  writeAhead(
    page: { address: string; search: string; locale: Locale },
    ask: AskAsVisitor,
  ): Promise<WrittenPage | null>;
};
