import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Context } from 'hono';
import type { WritesAhead, WrittenPage } from '#shared/write-ahead.ts';
import type { Api } from '../http/api.ts';
import { type Page, packPage } from './answer-page.ts';
import type { PageShells } from './page-shells.ts';
import { localeOfReader } from './reader-locale.ts';

/** The document that a reader of an address gets; the same object until it changes. */
export type Document = { html: string; vary: string; headers: Record<string, string> };

export type Documents = {
  addresses: readonly string[];
  of(c: Context, address: string): Promise<Document>;
};

/** Says that a document is of one page, so that a worker does not keep it to begin every page with. */
const writtenFor = 'Sumi-Written-For';

/**
 * The documents of the application's pages. Those that can be are written ahead, for a visitor and in the reader's
 * language (`decisions/0036`): a reader who may be signed in gets the shell, and sees no page that is not theirs. What is
 * asked for a page is asked without the reader's cookies, so that nothing of a person is in it.
 */
export function openDocuments(
  api: Api,
  {
    build,
    shells,
    mayBeSignedIn,
  }: { build: string; shells: PageShells; mayBeSignedIn: (cookies: string) => boolean },
): Documents {
  const module = pathToFileURL(path.join(build, 'ahead/write-ahead.js')).href;
  // Half a second of work that the start does not wait for.
  const loading = import(module) as Promise<WritesAhead>;
  const plain = new Map<string, Document>();
  const written = new WeakMap<WrittenPage, Document>();

  const shellOf = (address: string, vary: string): Document => {
    const known = plain.get(address) ?? { html: shells.of(address), vary, headers: {} };
    plain.set(address, known);
    return known;
  };

  return {
    addresses: shells.addresses,
    async of(c, address) {
      const ahead = await loading;
      if (!ahead.addresses.includes(address)) return shellOf(address, 'Accept-Encoding');
      const vary = 'Accept-Encoding, Accept-Language, Cookie';
      if (mayBeSignedIn(c.req.header('cookie') ?? '')) return shellOf(address, vary);
      const locale = localeOfReader(c);
      const { search } = new URL(c.req.url);
      const page = await ahead
        .writeAhead({ address, search, locale }, async (asked, { method, headers }) =>
          api.request(asked, { method: method ?? 'GET', headers: headers ?? {} }),
        )
        // Without it the page is what every other is: drawn by the application.
        .catch(() => null);
      if (!page) return shellOf(address, vary);
      const known = written.get(page) ?? {
        html: shells.write(address, { locale, ...page }),
        vary,
        headers: { [writtenFor]: address },
      };
      written.set(page, known);
      return known;
    },
  };
}

const packed = new WeakMap<Document, Page>();

/** A document ready to be sent: packing takes some milliseconds, and most are sent to many. */
export function packDocument(document: Document): Page {
  const known = packed.get(document) ?? packPage(document.html, document.vary, document.headers);
  packed.set(document, known);
  return known;
}
