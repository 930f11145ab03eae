import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** The files of a page, by the address it is served under (`/classes/:id`), as the build writes them into `page-files.json`. */
export type PageFiles = { address: string; scripts: string[]; styles: string[] };

/** The documents that the application's pages begin with. */
export type PageShells = {
  addresses: readonly string[];
  /** The document of an address; for one that the build does not know, what begins every page. */
  of(address: string): string;
};

/**
 * Reads the application's shell and what each page adds to it: its head names every file of the page, and what every
 * page asks the server first (`asked`). Without that a browser learns of them one after another, by running each, and on
 * a phone each takes a round trip.
 */
export async function readPageShells(build: string, asked: readonly string[]): Promise<PageShells> {
  const shell = await readFile(path.join(build, 'client/index.html'), 'utf8');
  const pages: PageFiles[] = JSON.parse(await readFile(path.join(build, 'page-files.json'), 'utf8'));
  const questions = asked.map(
    (url) => `<link rel="preload" as="fetch" href="${url}" crossorigin="anonymous"/>`,
  );
  const begin = (links: readonly string[]) =>
    shell.replace('</head>', () => `${[...questions, ...links].join('')}</head>`);
  // That of a page not found takes what no other does.
  const inOrder = pages.toSorted(
    (one, other) => Number(one.address === '/*') - Number(other.address === '/*'),
  );
  const documents = new Map(
    inOrder.map(({ address, scripts, styles }) => {
      const isNew = (file: string) => !shell.includes(`"${file}"`) && !shell.includes(`"${file}#"`);
      return [
        address,
        begin([
          ...styles.filter(isNew).map((file) => `<link rel="preload" as="style" href="${file}"/>`),
          ...scripts.filter(isNew).map((file) => `<link rel="modulepreload" href="${file}"/>`),
        ]),
      ];
    }),
  );
  const plain = begin([]);
  return { addresses: [...documents.keys()], of: (address) => documents.get(address) ?? plain };
}
