import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { StudioPage } from './page.ts';

const here = import.meta.dirname;
const origin = 'http://studio.invalid';

/** The style sheets of the fonts: Nunito for Latin letters, then rounded fonts for the alphabets it lacks. */
const fontSheets = [
  '@fontsource-variable/nunito/index.css',
  '@fontsource/zen-maru-gothic/700.css',
  '@fontsource/zen-maru-gothic/900.css',
  '@fontsource/jua/400.css',
  '@fontsource/ma-shan-zheng/400.css',
  '@fontsource/baloo-2/700.css',
  '@fontsource/baloo-2/800.css',
  '@fontsource/baloo-bhaijaan-2/700.css',
  '@fontsource/baloo-bhaijaan-2/800.css',
];

/** Opens the page that paints the clips. Its scripts and fonts come from this package's folder. */
export async function openStudio(browser: Browser): Promise<Page> {
  const page = await browser.newPage();
  await page.route(`${origin}/**`, async (route) => {
    const path = decodeURIComponent(new URL(route.request().url()).pathname);
    if (path === '/') return route.fulfill({ contentType: 'text/html', body: documentText() });
    if (path.startsWith('/node_modules/')) return route.fulfill({ path: join(here, path) });
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

/** Paints one moment of a clip as a JPEG and reports words that collide or leave the safe area. */
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
  const links = fontSheets.map((sheet) => `<link rel="stylesheet" href="/node_modules/${sheet}">`);
  return `<!doctype html>${links.join('')}<script type="module" src="/page.ts"></script>`;
}
