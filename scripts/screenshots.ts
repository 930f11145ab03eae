/**
 * Takes every page at phone and desktop width, in light and in dark, into `screenshots/`, as
 * `<person>-<page>-<width>-<scheme>.png`, and prints the errors of each page.
 *
 *   node scripts/screenshots.ts [--url http://127.0.0.1:3000] [--only /ranking,/store] [--locale ko]
 *     [--out screenshots]
 *
 * Without `--url` it starts the built app with a demo community of its own, and removes both afterwards. With
 * it, the running app has to offer its demo sign-ins, else only the visitor's pages are taken.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { launchChromium, openContext } from '#server/testing/chromium.ts';

const pages = {
  visitor: ['/', '/quiz', '/quiz/plan', '/auth', '/auth?register=true', '/ranking', '/no-such-page'],
  student: [
    '/feed',
    '/dashboard',
    '/classes',
    '/conversation-clubs',
    '/calendar',
    '/store',
    '/ranking',
    '/profile',
    '/coins',
    '/membership',
    '/notifications',
    '/calendar/feed',
    '/feed/saved',
  ],
  teacher: ['/teacher', '/admin/classes', '/feed/proposals', '/teacher/certificates'],
  admin: [
    '/admin',
    '/admin/classes',
    '/admin/students',
    '/admin/ranking',
    '/admin/payments',
    '/admin/teachers',
    '/admin/videos',
    '/admin/store',
    '/admin/calendar',
    '/admin/audit',
  ],
};
type Person = keyof typeof pages;
type SignIn = { role: string; email: string; password: string };
type Cookies = Awaited<ReturnType<BrowserContext['storageState']>>;

const looks = [390, 1280].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({
    width,
    height: width === 390 ? 844 : 800,
    colorScheme,
  })),
);
/** Pages of one screen or without an end: only the visible part is taken. */
const oneScreen = ['/feed'];

const { values: asked } = parseArgs({
  options: {
    url: { type: 'string' },
    only: { type: 'string' },
    locale: { type: 'string', default: 'es' },
    out: { type: 'string', default: 'screenshots' },
  },
});
const only = asked.only?.split(',');
const unknown = only?.find((path) => !Object.values(pages).flat().includes(path));
if (unknown) throw new Error(`--only: ${unknown} is not in the list of pages.`);

/** On Ctrl+C the script closes the browser and the app and removes its folder before it ends. */
const interruption = new AbortController();
process.once('SIGINT', () => interruption.abort(new Error('Interrupted.')));
process.once('SIGTERM', () => interruption.abort(new Error('Interrupted.')));

const app = asked.url ? { url: asked.url, stop: async () => {} } : await startApp();
try {
  await mkdir(asked.out, { recursive: true });
  const browser = await launchChromium({ internet: asked.url !== undefined, handleSIGINT: false });
  try {
    await Promise.race([takeAll(browser), interrupted()]);
  } finally {
    await browser.close();
  }
} finally {
  await app.stop();
}

async function interrupted(): Promise<never> {
  const { signal } = interruption;
  if (!signal.aborted) await once(signal, 'abort');
  throw signal.reason;
}

async function takeAll(browser: Browser): Promise<void> {
  const answer = await fetch(new URL('/api/accounts/demo-sign-ins', app.url));
  const { signIns } = (answer.ok ? await answer.json() : { signIns: [] }) as { signIns: SignIn[] };
  for (const [person, paths] of Object.entries(pages) as [Person, string[]][]) {
    const wanted = paths.filter((path) => only?.includes(path) ?? true);
    if (wanted.length === 0) continue;
    const signIn = signIns.find(({ role }) => role === person);
    if (person !== 'visitor' && !signIn) {
      console.log(`${person}: no demo sign-in, so these are left out: ${wanted.join(' ')}`);
      continue;
    }
    const storageState = signIn && (await cookiesOf(browser, signIn));
    await Promise.all(
      looks.map(async (look) => {
        const context = await openContext(browser, {
          baseURL: app.url,
          reducedMotion: 'reduce',
          storageState,
          ...look,
        });
        await context.addInitScript((locale) => localStorage.setItem('sumi.locale', locale), asked.locale);
        for (const path of wanted) await take(context, person, path, `${look.width}-${look.colorScheme}`);
        await context.close();
      }),
    );
  }
}

/** Signs in once per person and not once per picture, because sign-ins are rate limited. */
async function cookiesOf(browser: Browser, { email, password }: SignIn): Promise<Cookies> {
  const context = await openContext(browser, { baseURL: app.url });
  const answer = await context.request.post('/api/auth/sign-in/email', {
    data: { email, password },
    headers: { origin: new URL(app.url).origin },
  });
  if (!answer.ok()) throw new Error(`${email} cannot sign in: ${answer.status()} ${await answer.text()}`);
  const cookies = await context.storageState();
  await context.close();
  return cookies;
}

async function take(context: BrowserContext, person: Person, path: string, look: string): Promise<void> {
  const page = await context.newPage();
  const remarks: string[] = [];
  page.on('pageerror', (error) => remarks.push(`throws ${error.message}`));
  page.on(
    'console',
    (line) => line.type() === 'error' && remarks.push(`${line.text()} ${line.location().url}`),
  );
  const calm = watch(page);
  await page.goto(path);
  if (!(await calm())) remarks.push('still loading after 10 s');
  const shown = new URL(page.url());
  if (shown.pathname + shown.search !== path) remarks.unshift(`went to ${shown.pathname}${shown.search}`);

  const fullPage = !oneScreen.includes(path);
  if (fullPage) {
    // Lazy pictures load when the page is scrolled to them.
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await calm();
    await page.evaluate(() => scrollTo(0, 0));
  }
  const slug = path.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '') || 'home';
  const file = join(asked.out, `${person}-${slug}-${look}.png`);
  await page.screenshot({ path: file, fullPage, animations: 'disabled' });
  await page.close();
  console.log([file, ...remarks].join('\n    '));
}

/**
 * Follows the requests of a page. The returned function waits until no request was open for 0.4 s (without event streams
 * and clips, which never end) and the fonts are loaded. It returns false after 10 s.
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

/** Starts the built app with an empty folder and a free port, without the settings in the environment. */
async function startApp(): Promise<{ url: string; stop: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sumi-screenshots-'));
  await chmod(dataDir, 0o755); // Started by root, the database runs as another user, who has to enter.
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const foreign = /^(APP|ADMIN|DATABASE|SMTP|S3|GOOGLE|STRIPE|YOUTUBE)_|^(SECRET|NODE_ENV|TRUST_PROXY)$/;
  const inherited = Object.entries(process.env).filter(([name]) => !foreign.test(name));
  const settings = { DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: `${port}`, APP_URL: url, SEED: 'demo' };
  const child = spawn(process.execPath, [join(import.meta.dirname, '../src/main.ts')], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...Object.fromEntries(inherited), ...settings },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      said = `${said}${chunk}`.slice(-4000);
    });
  }
  let running = true;
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => {
      running = false;
      resolve();
    });
  });
  const stop = async () => {
    child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), 15_000);
    await ended;
    clearTimeout(late);
    await rm(dataDir, { recursive: true, force: true });
  };
  const deadline = Date.now() + 120_000;
  while (!(await isReady(url))) {
    if (!running || interruption.signal.aborted || Date.now() > deadline) {
      await stop();
      interruption.signal.throwIfAborted();
      throw new Error(`The app did not start. Its last words:\n${said}`);
    }
    await sleep(200);
  }
  return { url, stop };
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/healthz`)).ok;
  } catch {
    return false; // Not listening yet.
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}
