/**
 * Measures how long a phone takes from a press to the next picture, on a processor four times slower than this one, as
 * Chromium's Event Timing counts it (steps of 8 ms, none below 16). It starts a demo of its own and removes it
 * afterwards.
 *
 *   npm run presses -- [--times 10] [--slower 4] [--write]
 *
 * `--write` puts the table into docs/performance.md. Other work on the machine passes as the page's.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Locator, Page } from 'playwright-core';
import { median } from '../../bench/figures/print-figures.ts';
import { writeBetweenMarks } from '../../bench/write-between-marks.ts';
import { launchChromium, openContext } from '../../src/testing/chromium.ts';
import { type Cookies, prepare, settingsOf } from '../screenshots/communities.ts';
import { startApp } from '../screenshots/start-app.ts';

const { values: asked } = parseArgs({
  options: {
    times: { type: 'string', default: '10' },
    slower: { type: 'string', default: '4' },
    write: { type: 'boolean', default: false },
  },
});
const times = Number(asked.times);
const slower = Number(asked.slower);
const targetMs = 100;

type Act = {
  name: string;
  /** The page on which it is done. */
  at: string;
  press: (page: Page) => Locator;
  /** Makes it possible again. */
  back?: (page: Page) => Promise<unknown>;
};

const named = (role: 'button' | 'link', name: string | RegExp) => (page: Page) =>
  page.getByRole(role, { name }).filter({ visible: true }).first();

const acts: readonly Act[] = [
  {
    name: 'open a menu',
    at: '/feed',
    press: named('button', 'Tu cuenta'),
    back: (page) => page.keyboard.press('Escape'),
  },
  { name: 'like a video', at: '/feed', press: named('button', 'Me gusta') },
  {
    name: 'open a dialog',
    at: '/feed',
    press: named('button', /^Reportar el video/),
    back: (page) => page.keyboard.press('Escape'),
  },
  {
    name: 'enrol in a class',
    // A student who leaves a club that begins soon is asked why, and the third time kept from booking.
    at: '/classes?tab=upcoming&kind=class',
    press: named('button', /^Inscribirme/),
    back: (page) => named('button', /^Cancelar inscripción/)(page).tap(),
  },
  {
    name: 'change page, feed to cup',
    at: '/feed',
    press: named('link', 'Copa'),
    back: (page) => named('link', 'Videos')(page).tap(),
  },
  {
    name: 'change page, feed to classes',
    at: '/feed',
    press: named('link', 'Mis clases'),
    back: (page) => named('link', 'Videos')(page).tap(),
  },
];

type Timed = { duration: number; delay: number; handlers: number };
type Watching = Window & { presses: Timed[] };

const app = await startApp(settingsOf.demo);
const browser = await launchChromium({ optimizes: true });
try {
  const { student } = await prepare(browser, app.url, 'demo');
  if (!student) throw new Error('The demo has no student.');
  const lines = [];
  for (const act of acts) {
    const line = lineOf(act.name, await measure(act, student));
    console.log(line);
    lines.push(line);
  }
  if (asked.write) await writeBetweenMarks('presses', 'end of presses', reportOf(lines));
} finally {
  await browser.close();
  await app.stop();
}

async function measure({ at, press, back }: Act, storageState: Cookies): Promise<Timed[]> {
  const context = await openContext(browser, { baseURL: app.url, width: 390, height: 844, storageState });
  await context.addInitScript(() => {
    const watching = window as unknown as Watching;
    watching.presses = [];
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceEventTiming[]) {
        const { interactionId, startTime, processingStart, processingEnd, duration } = entry;
        if (!interactionId) continue;
        watching.presses.push({
          duration,
          delay: processingStart - startTime,
          handlers: processingEnd - processingStart,
        });
      }
    });
    observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });
  const page = await context.newPage();
  await page.goto(at);
  await press(page).waitFor();
  // What is fetched once a page rests is here then, as for most people.
  await sleep(5000);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
  const timed: Timed[] = [];
  for (let n = 0; n < times; n++) {
    const button = press(page);
    await button.waitFor();
    await rest();
    await page.evaluate(() => (window as unknown as Watching).presses.splice(0));
    await button.tap();
    await rest();
    const entries = await page.evaluate(() => (window as unknown as Watching).presses);
    // One press is several events, of which the slowest counts; those below 16 ms are not told.
    timed.push(entries.reduce(slowest, { duration: 16, delay: 0, handlers: 0 }));
    await back?.(page);
  }
  await context.close();
  return timed;
}

function slowest(one: Timed, other: Timed): Timed {
  return other.duration > one.duration ? other : one;
}

/** Until what a press began is over, also on the slow processor. */
function rest(): Promise<void> {
  return sleep(1500);
}

function lineOf(name: string, timed: readonly Timed[]): string {
  const of = (part: keyof Timed) => timed.map((each) => Math.round(each[part]));
  const worst = Math.max(...of('duration'));
  const cells = [
    name,
    median(of('duration')),
    worst,
    median(of('delay')),
    median(of('handlers')),
    median(of('duration')) <= targetMs ? 'yes' : '**no**',
  ];
  return `| ${cells.join(' | ')} |`;
}

function reportOf(lines: readonly string[]): string {
  const day = new Date().toISOString().slice(0, 10);
  return `Measured on ${day}, ${times} presses each, on a processor ${slower} times slower than this one, in ms.

| press | to the next picture, median | slowest | of it, before its handlers | in its handlers | median within ${targetMs} |
|---|---|---|---|---|---|
${lines.join('\n')}
`;
}
