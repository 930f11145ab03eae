/**
 * Takes the tour of the product: every page, and its drawers, dialogs and menus, at phone and desktop width, in light
 * and in dark, into `screenshots/`, as `<person>-<page>-<width>-<scheme>.png`. It prints the errors of each page.
 *
 *   npm run screenshots -- [--community demo|long|empty] [--only /ranking,/store] [--person admin]
 *     [--look 320-light,1280-dark] [--locale ko] [--out screenshots] [--url http://127.0.0.1:3000]
 *   npm run screenshots -- --letters [--locale ko] [--look 390-light] [--community demo|long]
 *   npm run screenshots -- --readme
 *
 * It starts the built app with a community of its own, and removes both afterwards: the demo, the demo with names and
 * titles at their longest (`long`), or a community's first day (`empty`). With `--url` it takes a running app, which
 * has to offer its demo sign-ins, else only the visitor's pages are taken; those accounts keep the language.
 * `--letters` draws every letter that Sumi writes instead, as a mail program does. `--readme` takes the few pages of
 * the README and makes its pictures of them, in `docs/pictures`.
 */
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { localeCodes } from '#shared/locales.ts';
import { launchChromium, openContext } from '../src/testing/chromium.ts';
import { type Community, type Cookies, communities, prepare, settingsOf } from './screenshots/communities.ts';
import { drawLetters } from './screenshots/draw-letters.ts';
import { photograph } from './screenshots/photograph.ts';
import { isInReadme, makeReadmePictures } from './screenshots/readme-pictures.ts';
import { startApp } from './screenshots/start-app.ts';
import { type Look, lookOf, looks, type Person, people, type Stop, tour } from './screenshots/tour.ts';

const { values: asked } = parseArgs({
  options: {
    community: { type: 'string', default: 'demo' },
    only: { type: 'string' },
    person: { type: 'string' },
    look: { type: 'string' },
    url: { type: 'string' },
    locale: { type: 'string', default: 'es' },
    out: { type: 'string', default: 'screenshots' },
    letters: { type: 'boolean', default: false },
    readme: { type: 'boolean', default: false },
  },
});
const only = asked.only?.split(',');
const wantedLooks = asked.readme ? ['390-light', '1280-light'] : asked.look?.split(',');
const wantedPerson = asked.person;
const community = communities.find((each) => each === asked.community);
const paths = new Set(
  Object.values(tour)
    .flat()
    .map(({ path }) => path),
);
const unknown = only?.find((path) => !paths.has(path));
if (unknown) throw new Error(`--only: ${unknown} is not in the tour.`);
if (!community) throw new Error(`--community is one of ${communities.join(', ')}.`);
const locale = localeCodes.find((code) => code === asked.locale) ?? noSuchLocale();
if ((asked.letters || asked.readme) && (asked.url || community === 'empty'))
  throw new Error('--letters and --readme need a demo of their own, not --url or an empty community.');
if (asked.url && community !== 'demo') throw new Error('--community needs an app of its own, not --url.');

/** On Ctrl+C the script closes the browser and the app and removes its folder before it ends. */
const interruption = new AbortController();
process.once('SIGINT', () => interruption.abort(new Error('Interrupted.')));
process.once('SIGTERM', () => interruption.abort(new Error('Interrupted.')));

const app = asked.url
  ? { url: asked.url, dataDir: '', stop: async () => {} }
  : await startApp(settingsOf[community], interruption.signal);
try {
  await mkdir(asked.out, { recursive: true });
  const browser = await launchChromium({ internet: asked.url !== undefined, handleSIGINT: false });
  try {
    await Promise.race([takeAll(browser, community), interrupted()]);
    if (asked.readme) await makeReadmePictures(asked.out);
  } finally {
    await browser.close();
  }
} finally {
  await app.stop();
}

function noSuchLocale(): never {
  throw new Error(`--locale is one of ${localeCodes.join(', ')}.`);
}

async function interrupted(): Promise<never> {
  const { signal } = interruption;
  if (!signal.aborted) await once(signal, 'abort');
  throw signal.reason;
}

async function takeAll(browser: Browser, community: Community): Promise<void> {
  const signedIn = await prepare(browser, app.url, community);
  const chosen = (wantedLooks ?? looks).map(lookOf);
  if (asked.letters || asked.readme) {
    await drawLetters(browser, app, { looks: chosen, locale, out: asked.out });
    if (asked.letters) return;
  }
  for (const person of people) {
    if (wantedPerson && wantedPerson !== person) continue;
    const stops = tour[person].filter((stop) =>
      asked.readme ? isInReadme(person, stop) : (only?.includes(stop.path) ?? true),
    );
    if (stops.length === 0) continue;
    if (person !== 'visitor' && !signedIn[person]) {
      console.log(`${person}: this community has none, so ${stops.length} pictures are left out.`);
      continue;
    }
    await Promise.all(chosen.map((look) => takeLook(browser, { person, stops, look }, signedIn[person])));
  }
}

async function takeLook(
  browser: Browser,
  { person, stops, look }: { person: Person; stops: readonly Stop[]; look: Look },
  storageState: Cookies | undefined,
): Promise<void> {
  const { out } = asked;
  const context = await openContext(browser, {
    baseURL: app.url,
    reducedMotion: 'reduce',
    ...(storageState && { storageState }),
    ...look,
  });
  await context.addInitScript((chosen) => localStorage.setItem('sumi.locale', chosen), locale);
  // The language of an account goes before that of a device.
  if (storageState) {
    const headers = { origin: app.url };
    const answer = await context.request.patch('/api/profiles/me', { data: { locale }, headers });
    if (!answer.ok()) throw new Error(`${person} speaks no ${locale}: ${await answer.text()}`);
  }
  const device = look.width < 600 ? 'phone' : 'desktop';
  for (const stop of stops) {
    if (stop.only && stop.only !== device) continue;
    await photograph(context, { person, stop, look, locale, out });
  }
  await context.close();
}
