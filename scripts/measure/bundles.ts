import { readFileSync } from 'node:fs';
import path from 'node:path';
import { firstLoads, inKilobytes } from '../web-build/first-loads.ts';

// `npm run bundles`: what the first visit to each address loads. A build that is older than the sources is made first.

const build = path.resolve(import.meta.dirname, '../../build');
const pages = JSON.parse(readFileSync(path.join(build, 'page-files.json'), 'utf8'));
console.log('address                    script      style  files   (brotli)');
for (const { address, script, style, files } of firstLoads(path.join(build, 'client'), pages)) {
  const sizes = `${inKilobytes(script).padStart(10)} ${inKilobytes(style).padStart(10)}`;
  console.log(`${address.padEnd(22)} ${sizes} ${String(files).padStart(6)}`);
}
