import type { Context } from 'hono';
import { html } from 'hono/html';
import { listCup } from '#features/cup/contract.ts';
import { readTeacher } from '#features/teachers/contract.ts';
import type { Api } from '#server/http/api.ts';
import { clientAddress } from '#server/http/client-address.ts';
import { networkOf } from '#server/http/network-of.ts';
import type { Limit } from '#server/limits/count-attempt.ts';
import { RequestCounts } from '#server/limits/limit-requests.ts';
import type { Log } from '#server/log.ts';
import { noteSecurity } from '#server/note-security.ts';
import { answerPage, type Page, packPage } from '#server/pages/answer-page.ts';
import { type Document, type Documents, packDocument } from '#server/pages/documents.ts';
import { localeOfReader } from '#server/pages/reader-locale.ts';
import { isLocale, type Locale } from '#shared/locales.ts';
import type { AnyOperation } from '#shared/operation.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import { minuteMs } from '#shared/time/durations.ts';
import { readSharedClass } from '../contract.ts';
import {
  type Described,
  describeClass,
  describeCup,
  describeInvitation,
  describeTeacher,
} from './describe-address.ts';
import { drawPreview } from './draw-preview.ts';
import { previewSize } from './fill-preview.ts';
import { keepLast } from './keep-last.ts';
import { invitationPath, pictureAddress } from './picture-address.ts';

const vary = 'Accept-Encoding, Accept-Language, Cookie';

/** An address that people pass on, and what a network shows of it. */
type Address = {
  /** `/classes/:id`. */
  path: string;
  /** Where its picture stands under `/previews`: `/classes/:id`. */
  picture: string;
  /** What a visitor reads of it, in words; null where they read nothing. */
  describe: (c: Context, locale: Locale) => Promise<Described | null>;
};

/** An address of which a visitor asks an operation. */
function read(
  api: Api,
  path: string,
  operation: AnyOperation,
  describe: (answer: never, locale: Locale) => Described,
): Address {
  return {
    path,
    picture: path,
    describe: async (c, locale) => {
      const asked = addressFor(operation, c.req.param());
      const answer = asked === null ? null : await api.request(asked);
      return answer?.ok ? describe((await answer.json()) as never, locale) : null;
    },
  };
}

const addressesOf = (api: Api): Address[] => [
  read(api, '/classes/:id', readSharedClass, describeClass),
  read(api, '/teachers/:id', readTeacher, describeTeacher),
  read(api, '/ranking', listCup, describeCup),
  // Nothing is read of the code, so that every one looks the same.
  {
    path: `${invitationPath}/:code`,
    picture: invitationPath,
    describe: async (_, locale) => describeInvitation(locale),
  },
];

/** About seven megabytes of pages of each address, and as many of pictures. */
const mostKept = 150;

/**
 * Pictures that are drawn for one network, by one process; those that are kept are not counted. Each takes a tenth of a
 * second of a core.
 */
const drawnForNetwork = { max: 100, windowMs: 5 * minuteMs };

/**
 * Serves the pages of what people pass on with what a network shows of them: a title, a text and a picture, written
 * into the application's shell. The server reads them as a visitor, so that nothing is in them that visitors may not
 * read; where a visitor reads nothing, and while the database is away, the shell goes out as it is.
 */
export function serveAddresses(
  api: Api,
  {
    documents,
    site,
    trustProxy,
    log,
    limit = drawnForNetwork,
  }: { documents: Documents; site: string; trustProxy: boolean; log: Log; limit?: Limit },
): void {
  const pagesOf = new WeakMap<Document, ReturnType<typeof keepLast<Page>>>();
  const pictures = keepLast<Promise<Uint8Array<ArrayBuffer>>>(mostKept);

  const requests = new RequestCounts(limit);
  const countDrawn = (network: string) => {
    const now = new Date();
    if (requests.take(network, now)) return;
    noteSecurity(log, 'limited', { key: `previews|${network}` }, 'a network asks for too many pictures');
    throw new Refusal(commonRefusals.tooMany, { seconds: requests.secondsUntilFree(network, now) });
  };

  for (const { path, picture, describe } of addressesOf(api)) {
    api.get(path, async (c) => {
      const locale = localeOfReader(c);
      const document = await documents.of(c, path);
      const described = await describe(c, locale);
      if (!described) return answerPage(c, packDocument(document));
      const { preview, title = preview.title, text } = described;
      // The picture of its own address, or the one that all addresses of the kind share.
      const own = picture === path ? c.req.path : picture;
      const tags = metaTags({
        title,
        text,
        ...(own === c.req.path && { url: `${site}${own}` }),
        picture: `${site}${pictureAddress(own, locale, preview)}`,
        shows: preview.title,
      });
      const pages = pagesOf.get(document) ?? keepLast<Page>(mostKept);
      pagesOf.set(document, pages);
      const page = pages.get(tags, () =>
        packPage(
          document.html.replace('</head>', () => `${tags}</head>`),
          vary,
          document.headers,
        ),
      );
      return answerPage(c, page);
    });

    api.get(`/previews${picture}/:file{[a-z]+\\.png}`, async (c) => {
      const locale = c.req.param('file').slice(0, -'.png'.length);
      const described = isLocale(locale) ? await describe(c, locale) : null;
      if (!described) return c.notFound();
      const shown = JSON.stringify(described.preview);
      if (!pictures.has(shown)) countDrawn(networkOf(clientAddress(c, trustProxy)));
      const drawn = await pictures.get(shown, () => drawPreview(described.preview));
      return c.body(drawn, 200, {
        'Content-Type': 'image/png',
        'Cache-Control': 'public, max-age=3600',
        'X-Content-Type-Options': 'nosniff',
      });
    });
  }
}

/**
 * The address of an operation with the parameters of the page's own address; null where the operation refuses them.
 * What a reader typed is decoded: `../../events` would lead to another operation.
 */
function addressFor({ path, params }: AnyOperation, given: Record<string, string>): string | null {
  if (!path.includes('{')) return path;
  const read = params?.safeParse(given);
  if (!read?.success) return null;
  const checked = read.data as Record<string, unknown>;
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(checked[name])));
}

/**
 * What a chat shows of an address. People wrote the titles: `html` escapes them. `url` is left out where an address is
 * not to be told from others.
 */
function metaTags({
  title,
  text,
  url,
  picture,
  shows,
}: Record<'title' | 'text' | 'picture' | 'shows', string> & { url?: string }): string {
  const tags = [
    ['name', 'description', text],
    ['name', 'twitter:card', 'summary_large_image'],
    ['property', 'og:type', 'website'],
    ['property', 'og:site_name', 'Sumi'],
    ['property', 'og:title', title],
    ['property', 'og:description', text],
    ...(url === undefined ? [] : ([['property', 'og:url', url]] as const)),
    ['property', 'og:image', picture],
    ['property', 'og:image:type', 'image/png'],
    ['property', 'og:image:width', String(previewSize.width)],
    ['property', 'og:image:height', String(previewSize.height)],
    ['property', 'og:image:alt', shows],
  ] as const;
  return tags.map(([kind, name, content]) => html`<meta ${kind}="${name}" content="${content}"/>`).join('');
}
