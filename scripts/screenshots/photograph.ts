import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Locator, Page, Request } from 'playwright-core';
import { type Look, nameOf, type Person, type Stop } from './tour.ts';

/** Pages of one screen or without an end: only the visible part is taken. */
const oneScreen = ['/feed'];
/** A page that is longer is cut: what follows repeats what was seen. */
const tallest = 6000;

/** Takes one picture, and prints its file and what the page complained of. */
export async function photograph(
  context: BrowserContext,
  {
    person,
    stop,
    look,
    locale,
    out,
  }: { person: Person; stop: Stop; look: Look; locale: string; out: string },
): Promise<void> {
  const page = await context.newPage();
  const remarks: string[] = [];
  page.on('pageerror', (error) => remarks.push(`throws ${error.message}`));
  page.on(
    'console',
    (line) => line.type() === 'error' && remarks.push(`${line.text()} ${line.location().url}`),
  );
  if (stop.shows) await showState(page, stop.path, stop.shows);
  const calm = loadedAnd(page, watch(page));
  await page.goto(stop.path);
  if (!(await calm())) remarks.push('still loading after a minute');
  const shown = new URL(page.url());
  if (shown.pathname + shown.search !== stop.path)
    remarks.unshift(`went to ${shown.pathname}${shown.search}`);

  const opened = stop.steps ?? [];
  try {
    for (const step of opened) {
      await whatToPress(page, step, locale).click({ timeout: 15_000 });
      await calm();
    }
  } catch {
    remarks.push(`not opened: ${opened.join(', ')}`);
  }
  if (opened.length === 0 && !oneScreen.includes(stop.path)) await unroll(page, look, calm);

  const file = join(out, `${nameOf(person, stop)}-${look.width}-${look.colorScheme}.png`);
  await page.screenshot({ path: file, animations: 'disabled' });
  await page.close();
  console.log([file, ...remarks].join('\n    '));
}

async function showState(
  page: Page,
  path: string,
  { api, change }: NonNullable<Stop['shows']>,
): Promise<void> {
  // The application's shell, because a prerendered page begins with the answers that its document carries.
  await page.route(
    ({ pathname, search }) => pathname + search === path,
    async (route) => {
      const shell = await route.fetch({ url: new URL('/no-such-page', route.request().url()).href });
      await route.fulfill({ response: shell, status: 200 });
    },
  );
  await page.route(
    ({ pathname }) => (typeof api === 'string' ? pathname === api : api.test(pathname)),
    async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, status: 200, json: change(await answer.json()) });
    },
  );
}

/**
 * Makes the window as high as the page, so that bars at its foot are at the foot of the picture, and lazy pictures
 * load.
 */
async function unroll(page: Page, look: Look, calm: () => Promise<boolean>): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  if (height <= look.height) return;
  await page.setViewportSize({ width: look.width, height: Math.min(height, tallest) });
  await calm();
}

function whatToPress(page: Page, step: string, locale: string): Locator {
  const [way = '', ...rest] = step.split(' ');
  const what = rest.join(' ');
  if (way === 'css') return page.locator(what).filter({ visible: true }).first();
  const words = wordsOf(what, locale);
  const found =
    way === 'text'
      ? page.getByText(words)
      : page.getByRole(way as 'button' | 'tab' | 'menuitem', { name: words });
  return found.filter({ visible: true }).first();
}

/** `store:buyThis` ("Comprar: {{name}}") is a pattern that every such button's name matches. */
function wordsOf(key: string, locale: string): RegExp {
  const [feature = '', path = ''] = key.split(':');
  const folder = feature === 'shell' ? 'src/web' : `src/features/${feature}/web`;
  const file = join(import.meta.dirname, '../..', folder, 'texts', `${locale}.json`);
  const text = path
    .split('.')
    .reduce<unknown>(
      (texts, name) => (texts as Record<string, unknown> | undefined)?.[name],
      JSON.parse(readFileSync(file, 'utf8')),
    );
  if (typeof text !== 'string') throw new Error(`${file} has no ${path}.`);
  const literal = text.split(/\{\{\w+\}\}/).map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${literal.join('.*')}`);
}

/** Whether something on the screen stands for what is loading. What is below it may wait until it is scrolled to. */
function isLoading(): boolean {
  return [...document.querySelectorAll('.mantine-Skeleton-root, .mantine-Loader-root')].some(
    (part) => part.checkVisibility() && part.getBoundingClientRect().top < innerHeight,
  );
}

/** Whether a page has come to rest: `settled`, and nothing left on the screen that stands for what is still loading. */
function loadedAnd(page: Page, settled: () => Promise<boolean>): () => Promise<boolean> {
  return async () => {
    const deadline = Date.now() + 60_000;
    while (Date.now() < deadline) {
      const isStill = await settled();
      if (isStill && !(await page.evaluate(isLoading))) return true;
    }
    return false;
  };
}

/**
 * Follows the requests of a page. The returned function waits until no request was open for 0.4 s (without event
 * streams and clips, which never end) and the fonts are loaded. It returns false after 10 s.
 */
function watch(page: Page): () => Promise<boolean> {
  const underway = new Set<Request>();
  let last = Date.now();
  const done = (request: Request) => {
    if (underway.delete(request)) last = Date.now();
  };
  page.on('request', (request) => {
    if (!['eventsource', 'media'].includes(request.resourceType())) underway.add(request);
  });
  page.on('requestfinished', done);
  page.on('requestfailed', done);
  return async () => {
    const start = Date.now();
    last = start;
    while (underway.size > 0 || Date.now() - last < 400) {
      if (Date.now() - start > 10_000) return false;
      await sleep(50);
    }
    await page.evaluate(() => document.fonts.ready.then(() => null));
    return true;
  };
}
