import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import type { Context } from 'hono';
import type { Locale } from '#shared/locales.ts';
import type { PrerenderedPage, PrerenderModule } from '#shared/prerender.ts';
import type { Api } from '../http/api.ts';
import { type Page, packPage } from './answer-page.ts';
import type { PageShells } from './page-shells.ts';
import { localeOfReader } from './reader-locale.ts';

/** The document that a reader of an address gets; the same object until it changes. */
export type Document = { html: string; vary: string; headers: Record<string, string> };

export type Documents = {
  addresses: readonly string[];
  /** The document that any page can begin with. */
  shell: Document;
  of(c: Context, address: string): Promise<Document>;
};

/** A document names the texts of its reader's language, and may be written for them. */
const byReader = 'Accept-Encoding, Accept-Language, Cookie';

/** A header of documents that were written for one page: the service worker must not keep them as the shell. */
const writtenFor = 'Sumi-Written-For';

/**
 * The documents of the application's pages. Those that can be are prerendered (`decisions/0036`): for a visitor in
 * their browser's language and without their cookies, so that nothing of a person is in it, and sent to all; for a
 * member with their own answers, sent once and kept nowhere. A member gets the shell where the process has no time to
 * write.
 */
export function openDocuments(
  api: Api,
  {
    build,
    shells,
    mayBeSignedIn,
    hasTime = measureTime(),
  }: {
    build: string;
    shells: PageShells;
    mayBeSignedIn: (cookies: string) => boolean;
    hasTime?: () => boolean;
  },
): Documents {
  const file = pathToFileURL(path.join(build, 'prerender/prerender.js')).href;
  // Half a second of work that the start does not wait for.
  const loading = import(file) as Promise<PrerenderModule>;
  const plain = new Map<string, Document>();
  const written = new WeakMap<PrerenderedPage, Document>();

  const shellOf = (address: string, locale: Locale): Document => {
    const key = `${locale} ${address}`;
    const cached = plain.get(key) ?? { html: shells.of(address, locale), vary: byReader, headers: {} };
    plain.set(key, cached);
    return cached;
  };

  return {
    addresses: shells.addresses,
    shell: { html: shells.of(''), vary: 'Accept-Encoding', headers: {} },
    async of(c, address) {
      const module = await loading;
      const cookie = c.req.header('cookie') ?? '';
      const reader = mayBeSignedIn(cookie) ? 'member' : 'visitor';
      const isWritten = module.addresses[reader].includes(address);
      const locale = localeOfReader(c);
      if (!isWritten || (reader === 'member' && !hasTime())) return shellOf(address, locale);
      const { search } = new URL(c.req.url);
      const own: Record<string, string> = reader === 'member' ? { cookie } : {};
      const page = await module
        .prerender({ reader, address, search, locale }, async (asked, { method, headers }) => {
          const answer = await api.request(asked, {
            method: method ?? 'GET',
            headers: { ...Object.fromEntries(new Headers(headers)), ...own },
          });
          // A session is prolonged once a day, by the first request: its new cookie goes out with the document.
          if (reader === 'member')
            for (const cookie of answer.headers.getSetCookie())
              c.header('Set-Cookie', cookie, { append: true });
          return answer;
        })
        // Without it the page is what every other is: drawn by the application.
        .catch(() => null);
      if (!page) return shellOf(address, locale);
      const cached = written.get(page) ?? {
        html: shells.write(address, page),
        vary: byReader,
        headers: { [writtenFor]: address, ...(reader === 'member' && { 'Cache-Control': 'no-store' }) },
      };
      written.set(page, cached);
      return cached;
    },
  };
}

/**
 * The share of its time that a process may work before it writes no more pages for members: each takes some
 * milliseconds.
 */
const mostBusy = 0.8;

/** Says whether the process had time in the last second. */
function measureTime(): () => boolean {
  let before = performance.eventLoopUtilization();
  let isBusy = false;
  setInterval(() => {
    isBusy = performance.eventLoopUtilization(before).utilization > mostBusy;
    before = performance.eventLoopUtilization();
  }, 1000).unref();
  return () => !isBusy;
}

const packed = new WeakMap<Document, Page>();

/** A document ready to be sent: packing takes some milliseconds, and most are sent to many. */
export function packDocument(document: Document): Page {
  const cached = packed.get(document) ?? packPage(document.html, document.vary, document.headers);
  packed.set(document, cached);
  return cached;
}
