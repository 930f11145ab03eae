import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Replaces what `docs/performance.md` says between two marks, each a comment on a line of its own.
 * @throws Error where the page lacks one of them
 */
export async function writeBetweenMarks(begin: string, end: string, report: string): Promise<void> {
  const page = path.join(import.meta.dirname, '../docs/performance.md');
  const text = await readFile(page, 'utf8');
  const from = text.indexOf(`<!-- ${begin} -->\n`);
  const to = text.indexOf(`<!-- ${end} -->`, from);
  if (from < 0 || to < 0) throw new Error(`docs/performance.md lacks a mark: ${begin}, ${end}`);
  await writeFile(page, `${text.slice(0, from)}<!-- ${begin} -->\n\n${report}\n${text.slice(to)}`);
}
