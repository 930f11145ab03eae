import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

const compressions = [
  { ending: 'br', compress: promisify<Buffer, Buffer>(brotliCompress) },
  { ending: 'gz', compress: (content: Buffer) => promisify(gzip)(content, { level: 9 }) },
];

/**
 * Writes a `.br` and a `.gz` beside each asset, so that the server sends them as they are. Runs when everything is
 * written: React Router writes its manifest, which every page loads, after the bundler's last hook.
 */
export async function compressAssets(client: string): Promise<void> {
  const files = globSync('assets/*.{js,css,svg,json}', { cwd: client }).map((name) =>
    path.join(client, name),
  );
  await Promise.all(
    files.map(async (file) => {
      const content = await readFile(file);
      for (const { ending, compress } of compressions)
        await writeFile(`${file}.${ending}`, await compress(content));
    }),
  );
}
