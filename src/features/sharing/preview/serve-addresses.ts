import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { listCup } from '#features/cup/contract.ts';
import { readTeacher } from '#features/teachers/contract.ts';
import type { Api } from '#server/http/api.ts';
import { createGate } from '#server/http/gate.ts';
import { answerPage, type Page, packPage } from '#server/pages/answer-page.ts';
import { type Document, type Documents, packDocument } from '#server/pages/documents.ts';
import { localeOfReader } from '#server/pages/reader-locale.ts';
import { isLocale, type Locale } from '#shared/locales.ts';
import type { AnyOperation } from '#shared/operation.ts';
import { readSharedClass } from '../contract.ts';
import { type Described, describeClass, describeCup, describeTeacher } from './describe-address.ts';
import { drawPreview, previewSize } from './draw-preview.ts';
import { keepLast } from './keep-last.ts';

const vary = 'Accept-Encoding, Accept-Language, Cookie';

/** An address that people pass on, and what a visitor reads of it. */
type Address = {
  /** `/classes/:id`; its picture stands under `/previews` and the same path. */
  path: string;
  /** The operation that a visitor may ask, and its answer in words. */
  operation: AnyOperation;
  describe: (answer: never, locale: Locale) => Described;
};

const addresses: Address[] = [
  { path: '/classes/:id', operation: readSharedClass, describe: describeClass },
  { path: '/teachers/:id', operation: readTeacher, describe: describeTeacher },
  { path: '/ranking', operation: listCup, describe: describeCup },
];

/** About seven megabytes of pages of each address, and as many of pictures. */
const mostKept = 150;

/**
 * Serves the pages of what people pass on with what a network shows of them: a title, a text and a picture, written into
 * the application's shell. The server reads them as a visitor, so that nothing is in them that visitors may not read;
 * where a visitor reads nothing, and while the database is away, the shell goes out as it is.
 */
export function serveAddresses(api: Api, { documents, site }: { documents: Documents; site: string }): void {
  const pagesOf = new WeakMap<Document, ReturnType<typeof keepLast<Page>>>();
  const pictures = keepLast<Promise<Uint8Array<ArrayBuffer>>>(mostKept);
  // A picture takes a tenth of a second of computing.
  const oneAtATime = createGate({ atOnce: 1, waiting: 30 });

  for (const address of addresses) {
    const describe = async (c: Context, locale: Locale): Promise<Described | null> => {
      const asked = addressFor(address.operation, c.req.param());
      const answer = asked === null ? null : await api.request(asked);
      return answer?.ok ? address.describe((await answer.json()) as never, locale) : null;
    };

    api.get(address.path, async (c) => {
      const locale = localeOfReader(c);
      const document = await documents.of(c, address.path);
      const described = await describe(c, locale);
      if (!described) return answerPage(c, packDocument(document));
      const { preview, text } = described;
      const tags = metaTags({
        title: preview.title,
        text,
        url: `${site}${c.req.path}`,
        picture: `${site}/previews${c.req.path}/${locale}.png?v=${versionOf(described)}`,
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

    api.get(`/previews${address.path}/:file{[a-z]+\\.png}`, async (c) => {
      const locale = c.req.param('file').slice(0, -'.png'.length);
      const described = isLocale(locale) ? await describe(c, locale) : null;
      if (!described) return c.notFound();
      const draw = () => oneAtATime(() => drawPreview(described.preview));
      const picture = await pictures.get(JSON.stringify(described.preview), draw);
      return c.body(picture, 200, {
        'Content-Type': 'image/png',
        'Cache-Control': 'public, max-age=3600',
        'X-Content-Type-Options': 'nosniff',
      });
    });
  }
}

/**
 * The address of an operation with the parameters of the page's own address; null where the operation refuses them. What
 * a reader typed is decoded: `../../events` would lead to another operation.
 */
function addressFor({ path, params }: AnyOperation, given: Record<string, string>): string | null {
  if (!path.includes('{')) return path;
  const read = params?.safeParse(given);
  if (!read?.success) return null;
  const known = read.data as Record<string, unknown>;
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(known[name])));
}

/** In the picture's address, so that a network that knows an earlier one reads it again. */
function versionOf({ preview }: Described): string {
  return createHash('sha256').update(JSON.stringify(preview)).digest('hex').slice(0, 12);
}

function metaTags({
  title,
  text,
  url,
  picture,
}: Record<'title' | 'text' | 'url' | 'picture', string>): string {
  const tags = [
    ['name', 'description', text],
    ['name', 'twitter:card', 'summary_large_image'],
    ['property', 'og:type', 'website'],
    ['property', 'og:site_name', 'Sumi'],
    ['property', 'og:title', title],
    ['property', 'og:description', text],
    ['property', 'og:url', url],
    ['property', 'og:image', picture],
    ['property', 'og:image:type', 'image/png'],
    ['property', 'og:image:width', String(previewSize.width)],
    ['property', 'og:image:height', String(previewSize.height)],
    ['property', 'og:image:alt', title],
  ] as const;
  return tags
    .map(([kind, name, content]) => `<meta ${kind}="${name}" content="${escaped(content)}"/>`)
    .join('');
}

/** People wrote the titles: as the value of an attribute, nothing in them ends it or opens a tag. */
function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
