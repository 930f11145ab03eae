import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire, stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { StudioPage } from './page.ts';

const here = import.meta.dirname;
const origin = 'http://studio.invalid';

/** Alphabets that the interface's own typeface lacks. Only making clips needs them, so they are no dependency. */
const fontPackages = {
  '@fontsource/zen-maru-gothic': {
    version: '5.3.0',
    sheets: ['700.css', '900.css'],
  },
  '@fontsource/jua': { version: '5.3.0', sheets: ['400.css'] },
  '@fontsource/ma-shan-zheng': { version: '5.3.0', sheets: ['400.css'] },
  '@fontsource/baloo-2': { version: '5.3.0', sheets: ['700.css', '800.css'] },
  '@fontsource/baloo-bhaijaan-2': {
    version: '5.3.0',
    sheets: ['700.css', '800.css'],
  },
};

/** A page that paints the clips, with every font at hand. Nothing is fetched but from this machine's disk. */
export async function openStudio(browser: Browser): Promise<Page> {
  const fonts = installFonts();
  const interfaceFonts = dirnameOf('@fontsource-variable/nunito');
  const page = await browser.newPage();
  await page.route(`${origin}/**`, async (route) => {
    const path = decodeURIComponent(new URL(route.request().url()).pathname);
    if (path === '/') return route.fulfill({ contentType: 'text/html', body: documentText() });
    if (path.startsWith('/nunito/')) return route.fulfill({ path: join(interfaceFonts, path.slice(8)) });
    if (path.startsWith('/fonts/')) return route.fulfill({ path: join(fonts, path.slice(7)) });
    const source = await readFile(join(here, path), 'utf8');
    return route.fulfill({
      contentType: 'text/javascript',
      body: stripTypeScriptTypes(source),
    });
  });
  page.on('pageerror', (error) => console.error(error));
  await page.goto(origin);
  await page.waitForFunction('globalThis.studio');
  return page;
}

/** One moment of a clip as a JPEG, and what is wrong with its words. */
export async function paintFrame(page: Page, ...moment: Parameters<StudioPage['frame']>) {
  const painted = await page.evaluate(
    (given) => (globalThis as unknown as Painting).studio.frame(...given),
    moment,
  );
  return { picture: Buffer.from(painted.picture, 'base64'), faults: painted.faults };
}

export async function paintStill(page: Page, kind: 'poster' | 'avatar', name: string): Promise<Buffer> {
  const picture = await page.evaluate(
    ([kind, name]) => (globalThis as unknown as Painting).studio[kind](name),
    [kind, name] as const,
  );
  return Buffer.from(picture, 'base64');
}

type Painting = { studio: StudioPage };

function documentText(): string {
  const sheets = Object.entries(fontPackages).flatMap(([name, { sheets }]) =>
    sheets.map((sheet) => `/fonts/${name}/${sheet}`),
  );
  const links = ['/nunito/index.css', ...sheets].map((href) => `<link rel="stylesheet" href="${href}">`);
  return `<!doctype html>${links.join('')}<script type="module" src="/page.ts"></script>`;
}

const dirnameOf = (name: string) =>
  join(createRequire(import.meta.url).resolve(`${name}/package.json`), '..');

/** Installs the fonts beside the machine's other temporary files, once. */
function installFonts(): string {
  const folder = join(tmpdir(), 'sumi-clip-fonts');
  const missing = Object.entries(fontPackages).filter(
    ([name]) => !existsSync(join(folder, 'node_modules', name)),
  );
  if (missing.length > 0) {
    const wanted = missing.map(([name, { version }]) => `${name}@${version}`);
    console.log(`Fetching fonts: ${wanted.join(', ')}`);
    execFileSync(
      'npm',
      ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', ...wanted],
      { stdio: 'inherit' },
    );
  }
  return join(folder, 'node_modules');
}
