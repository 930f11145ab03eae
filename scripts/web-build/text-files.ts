import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Locale } from '../../src/shared/locales.ts';

/**
 * Which catalogues the chunks of a build have in Spanish and fetch in other languages: `namespaces` of each chunk, and
 * the file of each language and namespace.
 */
export type TextFiles = {
  namespaces: Record<string, string[]>;
  files: Partial<Record<Locale, Record<string, string>>>;
};

/** Where the bundler leaves them for the end of the build (`texts-by-page.ts`). */
export const textFilesName = 'text-files.json';

const fileOf = (client: string) => path.join(client, textFilesName);

export function readTextFiles(client: string): TextFiles {
  return JSON.parse(readFileSync(fileOf(client), 'utf8'));
}

export function removeTextFiles(client: string): void {
  rmSync(fileOf(client));
}

/** The namespaces whose texts these scripts need: the frame's first, which every other module waits for. */
export function namespacesOf({ namespaces }: TextFiles, scripts: Iterable<string>): string[] {
  const found = new Set([...scripts].flatMap((script) => namespaces[script] ?? []));
  return [...found].sort((one, other) => Number(other === 'shell') - Number(one === 'shell'));
}

/** The files of the texts of these scripts, in each language but Spanish. */
export function textsOf(texts: TextFiles, scripts: Iterable<string>): Partial<Record<Locale, string[]>> {
  const needed = namespacesOf(texts, scripts);
  return Object.fromEntries(
    Object.entries(texts.files).map(([locale, files]) => [
      locale,
      needed.flatMap((namespace) => files[namespace] ?? []),
    ]),
  );
}
