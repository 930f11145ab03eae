/**
 * Grades pages of the demo as Lighthouse does for a phone on a slow connection, and prints the median of some runs. The
 * product has Lighthouse neither in its packages nor in its lockfile: the first run installs it beside the caches.
 *
 *   CHROMIUM=/usr/bin/chromium npm run lighthouse -- [--runs 5] [--only /feed,/store] [--write]
 *
 * `--write` puts the table into docs/performance.md. Lighthouse reckons with a processor of its own kind, so an idle
 * machine is needed: it prints what the machine was worth (`benchmarkIndex`), and how far the runs of a page lay apart.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { median } from '../../bench/figures/print-figures.ts';
import { writeBetweenMarks } from '../../bench/write-between-marks.ts';
import { launchChromium } from '../../src/testing/chromium.ts';
import { runTool } from '../run-tool.ts';
import { type Cookies, prepare, settingsOf } from '../screenshots/communities.ts';
import { startApp } from '../screenshots/start-app.ts';
import { measuredPages } from './measured-pages.ts';

const version = '13.5.0';
const kinds = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const measures = {
  'largest-contentful-paint': 'largest paint, s',
  'total-blocking-time': 'blocked, ms',
  'cumulative-layout-shift': 'shift',
  'total-byte-weight': 'kB',
} as const;
type Measure = keyof typeof measures;

type Graded = { lhr: Report };
type Report = {
  categories: Record<(typeof kinds)[number], { score: number | null }>;
  audits: Record<Measure, { numericValue: number }>;
  environment: { benchmarkIndex: number };
  runtimeError?: { message: string };
};
type Lighthouse = (url: string, flags: object) => Promise<Graded | undefined>;
type Launch = (how: object) => Promise<{ port: number; kill(): void }>;

const { values: asked } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    only: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const runs = Number(asked.runs);
const only = asked.only?.split(',');

// The Chromium of the npm package breaks off under Lighthouse.
const chromePath = process.env.CHROMIUM;
if (!chromePath) throw new Error('Say which Chrome: CHROMIUM=/usr/bin/chromium npm run lighthouse');
const { lighthouse, launch } = await findLighthouse();
const app = await startApp(settingsOf.demo);
try {
  const browser = await launchChromium();
  const signedIn = await prepare(browser, app.url, 'demo');
  await browser.close();
  const chromeFlags = ['--headless', '--no-sandbox', '--disable-gpu', '--font-render-hinting=none'];
  // Where the demo's members are, so that no page begins by offering to change their zone.
  const envVars = { ...process.env, TZ: 'America/Mexico_City' };
  const chrome = await launch({ chromePath, chromeFlags, envVars });
  try {
    const lines = [];
    for (const [address, reader] of measuredPages.filter(([address]) => only?.includes(address) ?? true)) {
      const line = await grade(address, signedIn[reader], chrome.port);
      console.log(line);
      lines.push(line);
    }
    if (asked.write) await write(lines);
  } finally {
    chrome.kill();
  }
} finally {
  await app.stop();
}

/** A line of the table: the median of each grade and measure, and the lowest and highest grade for speed. */
async function grade(address: string, cookies: Cookies | undefined, port: number): Promise<string> {
  const reports: Report[] = [];
  // At times Lighthouse misses the beginning of a load and asks to be run again.
  for (let spare = runs; reports.length < runs; ) {
    if (cookies) await returnSignedIn(cookies, port);
    const graded = await lighthouse(app.url + address, {
      port,
      output: 'json',
      logLevel: 'error',
      onlyCategories: kinds,
      ...(cookies && { disableStorageReset: true }),
    });
    if (!graded) throw new Error(`${address} was not graded.`);
    const { runtimeError } = graded.lhr;
    if (!runtimeError) reports.push(graded.lhr);
    else if (--spare < 0) throw new Error(`${address}: ${runtimeError.message}`);
  }
  const grades = kinds.map((kind) => reports.map(({ categories }) => (categories[kind].score ?? 0) * 100));
  const values = (measure: Measure) => reports.map(({ audits }) => audits[measure].numericValue);
  const speeds = grades[0] ?? [];
  const cells = [
    `\`${address}\``,
    ...grades.map((each) => Math.round(median(each))),
    `${Math.min(...speeds).toFixed(0)} to ${Math.max(...speeds).toFixed(0)}`,
    (median(values('largest-contentful-paint')) / 1000).toFixed(1),
    median(values('total-blocking-time')).toFixed(0),
    median(values('cumulative-layout-shift')).toFixed(3),
    (median(values('total-byte-weight')) / 1024).toFixed(0),
    Math.round(median(reports.map(({ environment }) => environment.benchmarkIndex))),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Has the browser know that a member was signed in there, as their own does, and nothing else of an earlier run. */
async function returnSignedIn(signedIn: Cookies, port: number): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const context = browser.contexts()[0] ?? (await browser.newContext());
  await context.clearCookies();
  // A header for all requests would give way to the browser's own cookies as soon as an answer has set one.
  await context.addCookies(signedIn.cookies);
  const page = await context.newPage();
  await page.goto(`${app.url}/robots.txt`);
  await page.evaluate(async () => {
    localStorage.setItem('sumi.wasSignedIn', '1');
    for (const key of await caches.keys()) await caches.delete(key);
    for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister();
  });
  const session = await page.context().newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  await page.close();
  await browser.close();
}

async function write(lines: readonly string[]): Promise<void> {
  const heads = ['page', ...kinds, 'range of performance', ...Object.values(measures), 'benchmark index'];
  const table = [`| ${heads.join(' | ')} |`, `|${'---|'.repeat(heads.length)}`, ...lines].join('\n');
  const day = new Date().toISOString().slice(0, 10);
  const sentence = `Measured on ${day} by Lighthouse ${version} as a phone, medians of ${runs} runs on the demo.`;
  await writeBetweenMarks('lighthouse', 'end of lighthouse', `${sentence}\n\n${table}\n`);
}

async function findLighthouse(): Promise<{ lighthouse: Lighthouse; launch: Launch }> {
  const folder = path.join(import.meta.dirname, '../../node_modules/.cache/lighthouse', version);
  const packages = path.join(folder, 'node_modules');
  if (!existsSync(packages)) {
    console.log(`Installing Lighthouse ${version} …`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'package.json'), '{}');
    const words = ['install', '--no-audit', '--no-fund', '--loglevel=error'];
    const { status } = runTool('npm', [...words, `lighthouse@${version}`], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    if (status !== 0) throw new Error(`Lighthouse ${version} could not be installed`);
  }
  const load = async <Module>(file: string): Promise<Module> =>
    import(pathToFileURL(path.join(packages, file)).href);
  const { default: lighthouse } = await load<{ default: Lighthouse }>('lighthouse/core/index.js');
  const { launch } = await load<{ launch: Launch }>('chrome-launcher/dist/index.js');
  return { lighthouse, launch };
}
