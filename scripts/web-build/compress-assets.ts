import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/**
 * Writes a `.br` and a `.gz` beside each asset, so that the server sends them as they are. Runs when everything is
 * written: React Router writes its manifest, which every page loads, after the bundler's last hook.
 */
export function compressAssets(client: string): void {
  for (const name of globSync('assets/*.{js,css,svg,json}', { cwd: client })) {
    const file = path.join(client, name);
    const content = readFileSync(file);
    writeFileSync(`${file}.br`, brotliCompressSync(content));
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  }
}
