/**
 * Loads pages of the demo as a phone does that has nothing of them yet, and prints medians:
 *
 * - the first and the largest paint, and when the application has drawn a prerendered page, with the network and the
 *   processor slowed down by the browser (150 ms and 1.6 Mbit/s as Lighthouse applies them, a processor four times
 *   slower than this one);
 * - how long the page kept the main thread: of each task after the first paint what goes beyond 50 ms, by its processor
 *   time, four times. Other work on the machine does not count, as it does in Lighthouse's figures.
 *
 *   npm run loads -- [--times 5] [--only /feed,/store] [--write]
 *
 * `--write` puts the table into docs/performance.md.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { median } from '../../bench/figures/print-figures.ts';
import { writeBetweenMarks } from '../../bench/write-between-marks.ts';
import { launchChromium, openContext } from '../../src/testing/chromium.ts';
import { type Cookies, prepare, settingsOf } from '../screenshots/communities.ts';
import { startApp } from '../screenshots/start-app.ts';
import { measuredPages } from './measured-pages.ts';

const { values: asked } = parseArgs({
  options: {
    times: { type: 'string', default: '5' },
    only: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const times = Number(asked.times);
const only = asked.only?.split(',');
const slower = 4;
/** What Lighthouse applies for a slow connection of 150 ms and 1.6 Mbit/s. */
const network = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1474.56 * 1024) / 8,
  uploadThroughput: (675 * 1024) / 8,
};
/** By then every page is drawn by the application, on such a network too. */
const slowLoadMs = 12_000;
const quickLoadMs = 3500;

/** An event of a trace; times are microseconds, `tdur` of processor time. */
type TraceEvent = { name: string; ph: string; pid: number; tid: number; ts: number; tdur?: number };

const app = await startApp(settingsOf.demo);
const browser = await launchChromium({ optimizes: true });
try {
  const signedIn = await prepare(browser, app.url, 'demo');
  const lines: string[] = [];
  for (const [address, reader] of measuredPages.filter(([address]) => only?.includes(address) ?? true)) {
    const paints: Paints[] = [];
    const blocked: number[] = [];
    for (let time = 0; time < times; time++) {
      paints.push(await inNewContext(browser, signedIn[reader], (page) => readPaints(page, address)));
      blocked.push(await inNewContext(browser, signedIn[reader], (page) => readBlocked(page, address)));
    }
    const seconds = (values: number[]) => (median(values) / 1000).toFixed(1);
    const first = seconds(paints.map((paint) => paint.first));
    const largest = seconds(paints.map((paint) => paint.largest));
    const drawn = paints.flatMap((paint) => paint.drawn ?? []);
    const cells = [first, largest, drawn.length > 0 ? seconds(drawn) : '', Math.round(median(blocked))];
    const line = `| \`${address}\` | ${cells.join(' | ')} |`;
    console.log(line);
    lines.push(line);
  }
  if (asked.write) await write(lines);
} finally {
  await browser.close();
  await app.stop();
}

/** A phone without a cache, on which the member was signed in before. */
async function inNewContext<Result>(
  browser: Browser,
  cookies: Cookies | undefined,
  read: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await openContext(browser, {
    width: 412,
    height: 823,
    baseURL: app.url,
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  if (cookies) {
    await context.addCookies(cookies.cookies);
    await page.goto('/robots.txt');
    await page.evaluate(() => localStorage.setItem('sumi.wasSignedIn', '1'));
  }
  const result = await read(page);
  await context.close();
  return result;
}

/** Milliseconds from the beginning of a load; `drawn` of a prerendered page alone. */
type Paints = { first: number; largest: number; drawn?: number };

async function readPaints(page: Page, address: string): Promise<Paints> {
  await page.addInitScript(() => {
    let stood = false;
    new MutationObserver((_changes, observer) => {
      const stands = document.querySelector('#prerendered > *') !== null;
      stood ||= stands;
      if (!stood || stands) return;
      performance.mark('drawn');
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', network);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
  await page.goto(address);
  await sleep(slowLoadMs);
  return page.evaluate(async () => {
    const largest = new Promise<number>((resolve) => {
      new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN)).observe({
        type: 'largest-contentful-paint',
        buffered: true,
      });
    });
    const [first] = performance.getEntriesByName('first-contentful-paint');
    const [drawn] = performance.getEntriesByName('drawn');
    return {
      first: first?.startTime ?? Number.NaN,
      largest: await largest,
      ...(drawn && { drawn: drawn.startTime }),
    };
  });
}

async function readBlocked(page: Page, address: string): Promise<number> {
  const categories = ['-*', 'toplevel', 'devtools.timeline', 'loading'];
  const browser = page.context().browser()!;
  await browser.startTracing(page, { categories });
  await page.goto(address);
  await sleep(quickLoadMs);
  const trace: { traceEvents: TraceEvent[] } = JSON.parse((await browser.stopTracing()).toString());
  const paint = trace.traceEvents.findLast(({ name }) => name === 'firstContentfulPaint');
  if (!paint) throw new Error(`${address} painted nothing.`);
  return trace.traceEvents
    .filter(({ ph, pid, tid, ts }) => ph === 'X' && pid === paint.pid && tid === paint.tid && ts > paint.ts)
    .filter(({ name }) => name.endsWith('RunTask'))
    .map(({ tdur = 0 }) => Math.max(0, (tdur / 1000) * slower - 50))
    .reduce((sum, ms) => sum + ms, 0);
}

async function write(lines: readonly string[]): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  const sentence = `Measured on ${day}, medians of ${times} loads on the demo.`;
  const head =
    '| page | first paint, s | largest paint, s | drawn by the application, s | blocked, ms of processor |\n|---|---|---|---|---|';
  await writeBetweenMarks('loads', 'end of loads', `${sentence}\n\n${head}\n${lines.join('\n')}\n`);
}
