import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { html } from 'hono/html';
import { firstLocale, type Locale } from '#shared/locales.ts';
import { memoizeBy } from '#shared/memoize-by.ts';
import type { PrerenderedPage } from '#shared/prerender.ts';

/**
 * The files of a page, by the address it is served under (`/classes/:id`), as the build writes them into
 * `page-files.json`. Spanish texts are in the scripts, those of another language in files of their own.
 */
export type PageFiles = {
  address: string;
  scripts: string[];
  styles: string[];
  texts: Partial<Record<Locale, string[]>>;
};

/** The documents that the application's pages begin with. */
export type PageShells = {
  addresses: readonly string[];
  /** The document of an address in a language; for one that the build does not know, what begins every page. */
  of(address: string, locale?: Locale): string;
  /** The same document with a prerendered page in it, which shows before a script has come. */
  write(address: string, page: PrerenderedPage): string;
};

/** The application's shell leaves this place for a page (`web/prerender/prerendered-answers.ts`). */
const place = '<div id="prerendered"></div>';

/**
 * Reads the application's shell and what each page adds to it: its head names every file of the page, with the texts of
 * the reader's language, and what every page asks the server first (`asked`). Without that a browser learns of them one
 * after another, by running each, and on a phone each takes a round trip.
 */
export async function readPageShells(build: string, asked: readonly string[]): Promise<PageShells> {
  const shell = await readFile(path.join(build, 'client/index.html'), 'utf8');
  const pages: PageFiles[] = JSON.parse(await readFile(path.join(build, 'page-files.json'), 'utf8'));
  const questions = asked.map(
    (url) => `<link rel="preload" as="fetch" href="${url}" crossorigin="anonymous"/>`,
  );
  const begin = (links: readonly string[]) =>
    shell.replace('</head>', () => `${[...questions, ...links].join('')}</head>`);
  // The pattern of the not-found page stands last, because it matches every address.
  const inOrder = pages.toSorted(
    (one, other) => Number(one.address === '/*') - Number(other.address === '/*'),
  );
  const documents = new Map(
    inOrder.map(({ address, scripts, styles, texts }) => {
      const isNew = (file: string) => !shell.includes(`"${file}"`) && !shell.includes(`"${file}#"`);
      const inLanguage = (locale: Locale) =>
        begin([
          ...styles.filter(isNew).map((file) => `<link rel="preload" as="style" href="${file}"/>`),
          // A module that lacks its texts holds up all that import it, so they come first.
          ...[...(texts[locale] ?? []), ...scripts.filter(isNew)].map(
            (file) => `<link rel="modulepreload" href="${file}"/>`,
          ),
        ]);
      return [address, memoizeBy(inLanguage)];
    }),
  );
  const plain = begin([]);
  const of = (address: string, locale: Locale = firstLocale) => documents.get(address)?.(locale) ?? plain;
  return {
    addresses: [...documents.keys()],
    of,
    write: (address, page) => write(of(address, page.locale), page),
  };
}

function write(document: string, { locale, title, description, body }: PrerenderedPage): string {
  if (!document.includes(place)) throw new Error(`The shell has no ${place}.`);
  const scripts = [...document.matchAll(/<link rel="modulepreload"[^>]*>/g)].map(([link]) => link);
  const named = html`<title>${title}</title>`;
  const described = description
    ? html`<meta name="description" content="${description}" data-prerendered/>`
    : '';
  return (
    scripts
      .reduce((left, link) => left.replace(link, ''), document)
      // The page has the answers.
      .replaceAll(/<link rel="preload" as="fetch"[^>]*>/g, '')
      .replace('<html ', `<html lang="${locale}" `)
      .replace(/<title>.*?<\/title>/, () => `${named}${described}`)
      // The page is drawn once its styles are here, and the scripts come after them.
      .replaceAll('<link rel="preload" as="style"', '<link rel="stylesheet"')
      .replace('</head>', () => `${scripts.map(later).join('')}</head>`)
      .replace(place, () => place.replace('><', () => `>${body}<`))
  );
}

const later = (link: string) => link.replace('<link ', '<link fetchpriority="low" ');
