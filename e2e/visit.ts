import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, Locator, Page, Request } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { launchChromium, openContext } from '../src/testing/chromium.ts';
import type { Person } from '../src/testing/community.ts';
import { axeAddress, type Site } from '../src/testing/listen.ts';
import { contrastFaultsInDark, inWords, type Violation } from './dark.ts';
import { makeRoutable, unrouteAll } from './route.ts';

/** A phone and a desktop; a page has to be well at both. */
export const widths = [390, 1280] as const;
export const [phone, desktop] = widths;
/** Upright, where the menu of the administration leaves a page two thirds of the width. */
export const tablet = 768;

const heightAt = (width: number) => (width === phone ? 844 : 800);

export type Visit = {
  context: BrowserContext;
  page: Page;
  /** Leaves the site, and fails if a page threw or wrote an error to its console. */
  end(): Promise<void>;
};

/** What Chromium itself notes for each answer of 400 or more; journeys about refusals have some. */
const refused = /status of 4\d\d/;
/** And for a server that is broken or out of reach, which some journeys are about. */
const broken =
  /status of 5\d\d|ERR_(INTERNET_DISCONNECTED|FAILED|CONNECTION_REFUSED)|: offline\b|could not be fetched/;

/**
 * A context with one page, for one visit after another: with a process and a cache that are warm, a page opens in half
 * the time.
 */
type Window = { context: BrowserContext; page: Page };

/** Windows that no visit uses, by the address of their site and their width. */
const free = new Map<string, Window[]>();

let launched: Promise<Browser> | undefined;

/** The one browser of this worker; it ends with the worker. */
function ownBrowser(): Promise<Browser> {
  launched ??= launchChromium();
  return launched;
}

/**
 * A visitor, or a person who is signed in already, opens the site. Animations are off, as for people who ask
 * for that, except in journeys about motion. The service worker, which a page registers after six seconds, comes in
 * journeys about it alone: in others it would depend on the machine which files and pages go through it, and the first
 * load that does takes three times as long.
 */
export async function visit(
  site: Site,
  width: number,
  person: Person | null = null,
  {
    mayBreak = false,
    motion = false,
    worker = false,
    fetchesFiles = false,
  }: {
    mayBreak?: boolean;
    motion?: boolean;
    worker?: boolean;
    /** In a window of its own: the cache of one that had another visit may have a file that the journey is about. */
    fetchesFiles?: boolean;
  } = {},
): Promise<Visit> {
  const kind = `${site.url} ${width} ${worker}`;
  const used = fetchesFiles ? undefined : free.get(kind)?.pop();
  const window = used ?? (await openWindow(site, width, worker));
  const { context, page } = window;
  await page.emulateMedia({ reducedMotion: motion ? 'no-preference' : 'reduce', forcedColors: 'none' });
  if (person) {
    const [name = '', value = ''] = person.cookie.split('=');
    await context.addCookies([{ name, value, url: site.url, httpOnly: true, sameSite: 'Lax' }]);
  }
  const complaints: string[] = [];
  const complain = (text: string) => {
    if (!refused.test(text) && !(mayBreak && broken.test(text))) complaints.push(text);
  };
  context.on('weberror', (thrown) => complain(thrown.error().stack || String(thrown.error())));
  context.on('console', (line) => {
    if (line.type() === 'error') complain(line.text());
  });
  const waiting = new Set<Request>();
  context.on('request', (request) => waiting.add(request));
  context.on('requestfinished', (request) => waiting.delete(request));
  const brokenOff: string[] = [];
  context.on('requestfailed', (request) => {
    waiting.delete(request);
    brokenOff.push(`${request.url()} ${request.failure()?.errorText}`);
  });
  const refusals: string[] = [];
  context.on('response', (answer) => {
    if (answer.status() >= 400)
      refusals.push(`${answer.request().method()} ${answer.url()} ${answer.status()}`);
  });
  let ended = false;
  onTestFinished(async ({ task }) => {
    // A journey that failed leaves its pages anywhere.
    if (ended) return;
    const addresses = [...waiting].map((request) => request.url());
    const details = await Promise.all(context.pages().map(whatIsShown));
    details.push(`Requests without an answer: ${addresses.join(' ') || 'none'}`);
    details.push(`Refused: ${refusals.join(', ') || 'none'}`);
    details.push(`Broken off: ${brokenOff.join(', ') || 'none'}`);
    details.push(`Complaints: ${complaints.join('\n') || 'none'}`);
    // Beside the error, which stands at the end of a run, where a log that was cut still has it.
    for (const error of task.result?.errors ?? []) error.message += `\n${details.join('\n')}`;
    await context.close();
  });
  return {
    context,
    page,
    async end() {
      ended = true;
      if (await leaveInTime(window, site, width)) free.set(kind, [...(free.get(kind) ?? []), window]);
      expect(complaints).toEqual([]);
    },
  };
}

type Router = { state: { initialized: boolean }; navigate(to: string): Promise<void> };
type Application = { __reactRouterDataRouter?: Router };

/**
 * Goes to an address as a link of the application does, which takes a fifth of the time of loading it. Where no page of
 * the application is open yet, or the address is the one that is open, it is loaded. Journeys about what stands after a
 * page was loaded say `page.goto`.
 */
export async function go(page: Page, to: string): Promise<void> {
  const went = page.evaluate(async (to) => {
    const router = (window as Application).__reactRouterDataRouter;
    if (!router || new URL(to, location.href).href === location.href) return false;
    // While the page of a load is on its way, the router drops every other way.
    while (!router.state.initialized) await new Promise(requestAnimationFrame);
    await router.navigate(to);
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return true;
  }, to);
  // Some addresses lead on to a page that is loaded, which ends the script above.
  const ledOn = (error: unknown) => {
    if (!String(error).includes('Execution context was destroyed')) throw error;
    return true;
  };
  if (!(await went.catch(ledOn))) await page.goto(to);
}

/** A page of a journey that failed, as a screen reader tells it. */
async function whatIsShown(page: Page): Promise<string> {
  const shown = await page.locator('body').ariaSnapshot({ timeout: 5000 }).catch(String);
  return `${page.url()} when the journey failed:\n${shown}`;
}

async function openWindow(site: Site, width: number, worker: boolean): Promise<Window> {
  const context = await openContext(await ownBrowser(), {
    width,
    height: heightAt(width),
    baseURL: site.url,
    reducedMotion: 'reduce',
    serviceWorkers: worker ? 'allow' : 'block',
  });
  // Under a loaded machine pages take seconds; what takes longer is broken.
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  await makeRoutable(page);
  return { context, page };
}

/**
 * A window that Chromium does not put in order in time is not used again, and is no fault of the journey: closing
 * another tab and clearing what is stored have no time limit of their own.
 */
function leaveInTime(window: Window, site: Site, width: number): Promise<boolean> {
  const leaving = leave(window, site, width);
  return Promise.race([leaving, sleep(leavingMs, false, { ref: false })]);
}
const leavingMs = 90_000;

/**
 * Everything but the cache of files is as in a new window afterwards. Answers whether it is: a clock that a journey
 * moved stays in its context, where the timers of other journeys would stand still.
 */
async function leave({ context, page }: Window, site: Site, width: number): Promise<boolean> {
  for (const other of context.pages()) if (other !== page) await other.close();
  // A page without a script, of the same site, so that the process stays. What the page before it still had
  // to say arrives before this answers. A page that is just leading elsewhere, as after signing out, breaks the way
  // here off, or comes after it.
  const arrive = async () => {
    await page.goto('/robots.txt');
    return page.evaluate(() => {
      sessionStorage.clear();
      return { at: location.pathname, clockMoved: !String(setTimeout).includes('[native code]') };
    });
  };
  let left = { at: '', clockMoved: false };
  await expect
    .poll(async () => {
      left = await arrive();
      return left.at;
    })
    .toBe('/robots.txt');
  if (left.clockMoved) {
    await context.close();
    return false;
  }
  for (const event of ['weberror', 'console', 'request', 'requestfinished', 'requestfailed', 'response']) {
    context.removeAllListeners(event);
  }
  page.removeAllListeners();
  await page.setViewportSize({ width, height: heightAt(width) });
  await page.unrouteAll();
  await context.unrouteAll();
  await unrouteAll(page);
  const session = await context.newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', {
    origin: site.url,
    storageTypes: 'cookies,local_storage,indexeddb,service_workers,cache_storage',
  });
  await session.detach();
  await context.clearCookies();
  return true;
}

/**
 * Presses the button that reads again what could not be read. A page that has done so by itself meanwhile, because its
 * stream of events opened, has no such button any more. A toast may lie over it, and stays while the mouse is over it.
 */
export async function tryAgain(within: Page | Locator): Promise<void> {
  const button = within.getByRole('button', { name: 'Intentar de nuevo' }).first();
  const press = () =>
    button.click({ timeout: 3000 }).then(
      () => true,
      () => false,
    );
  await expect
    .poll(async () => {
      await button.page().mouse.move(0, 0);
      return (await button.count()) === 0 || press();
    })
    .toBe(true);
}

/** Presses a check box, a radio button or a switch by its label, as people do: the label lies over it. */
export async function press(box: Locator): Promise<void> {
  await box.locator('xpath=ancestor::label').click();
}

/** On a phone the filters of a list stand behind a button. */
export async function openFilters(page: Page): Promise<void> {
  if (page.viewportSize()?.width === phone)
    await page.getByRole('button', { name: /^Filtros/, expanded: false }).click();
}

type Part = Document | { include: Element[] };
/** A page with axe, and with the elements, and their names, that it has checked. */
type Axe = {
  axe: { run(part: Part, how: object): Promise<{ violations: Violation[] }> };
  checked?: { elements: Map<Element, string>; names: string };
};

/**
 * The page as it stands has no fault that axe finds, and is no wider than the screen, at each of the widths:
 * nothing is cut off, nothing scrolls sideways. Axe, which takes half a second for a whole page, checks all of it at
 * the first width, its contrast in dark too, and at the next one what shows there alone. Where a modal dialog lies over
 * the page, axe checks the dialog: the page cannot be reached, and is checked where nothing lies over it. The menus
 * around a page, which differ, are checked in the journeys of the shell.
 */
export async function expectWell(page: Page, at: readonly number[] = widths): Promise<void> {
  const before = page.viewportSize();
  const inTurn = [...at].sort((one) => (one === before?.width ? -1 : 1));
  for (const width of inTurn) {
    if (page.viewportSize()?.width === width) await settle(page);
    else await resize(page, width);
    await expectToFit(page);
    let looks = 0;
    const look = async () => {
      if (looks++ > 0) await settle(page);
      return accessibilityFaults(page, width === inTurn[0]);
    };
    // A list that begins to load while axe looks is dimmed for a moment. A fault of the page is there every time.
    await expect.poll(look, { message: `${page.url()} at ${width} px` }).toEqual([]);
    if (width !== inTurn[0]) continue;
    await expect.poll(() => contrastFaultsInDark(page), { message: `${page.url()} in dark` }).toEqual([]);
  }
  if (before && page.viewportSize()?.width !== before.width) await resize(page, before.width, before.height);
}

/** What is pressed next stands where it stays: a button that moves under the mouse is not pressed. */
export async function resize(page: Page, width: number, height = heightAt(width)): Promise<void> {
  await page.setViewportSize({ width, height });
  // The page hears of it a moment later.
  await page.waitForFunction((width) => matchMedia(`(width: ${width}px)`).matches, width);
  await settle(page);
}

/** Widths and contrast are measured on what is there, not half-way through fading in or moving. */
export async function settle(page: Page): Promise<void> {
  // A list is dimmed while another filter loads, or while what was done to it is read again. The blocks of a first
  // load are busy too, but not dimmed: journeys measure those.
  await page.waitForFunction(() =>
    [...document.querySelectorAll('main [aria-busy="true"]')].every(
      (element) => getComputedStyle(element).opacity === '1',
    ),
  );
  await page.waitForFunction(() =>
    document.getAnimations().every(({ effect, playState }) => {
      if (playState === 'finished' || effect?.getComputedTiming().endTime === Infinity) return true;
      // What the browser skips (`content-visibility`) is not measured, and its animations stand still.
      const target = effect instanceof KeyframeEffect ? effect.target : null;
      return !target?.checkVisibility({ contentVisibilityAuto: true });
    }),
  );
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

/**
 * What axe has against the page: an empty list, or each rule with the elements that break it. `all` of the page, or of
 * the dialog over it; else what did not show the last time that all of it was checked.
 */
export async function accessibilityFaults(page: Page, all: boolean): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.addScriptTag({ url: axeAddress });
  const violations = await page.evaluate(async (all) => {
    const { axe, checked } = window as unknown as Axe;
    const visible = (elements: Iterable<Element>) =>
      [...elements].filter((element) => element.checkVisibility());
    const modal = visible(document.querySelectorAll('[role=dialog][aria-modal=true]'));
    const within =
      modal.length > 0 ? '[role=dialog][aria-modal=true]' : ':is(main, [role=dialog], [role=menu])';
    const shown = visible(document.querySelectorAll(`${within} *`));
    const names = shown.map((element) => `${element.tagName} ${element.getAttribute('class')}`);
    let part: Part = modal.length > 0 ? { include: modal } : document;
    if (all || !checked) {
      const elements = new Map(shown.map((element, at) => [element, names[at]]));
      Object.assign(window, { checked: { elements, names: names.join() } });
    } else {
      // A page that is drawn again for another width has new elements, which are the same by their names.
      if (names.join() === checked.names) return [];
      const others = new Set(shown.filter((element, at) => checked.elements.get(element) !== names[at]));
      const include = [...others].filter(({ parentElement }) => !others.has(parentElement as Element));
      if (include.length === 0) return [];
      // Many parts one by one, of each line of a long list say, take axe longer than everything at once.
      if (include.length < 20) part = { include };
    }
    // What passes is not told apart: that is most of the work.
    return (await axe.run(part, { resultTypes: ['violations'] })).violations;
  }, all);
  return violations.map(inWords);
}

/** Neither the page nor a dialog or drawer over it holds more than its width. */
async function expectToFit(page: Page): Promise<void> {
  const beyond = () =>
    page.evaluate(() =>
      Math.max(
        ...[document.documentElement, ...document.querySelectorAll('[role="dialog"]')].map(
          (it) => it.scrollWidth - it.clientWidth,
        ),
      ),
    );
  await expect
    .poll(beyond, { message: `${page.url()} or a dialog of it is wider than its place` })
    .toBeLessThanOrEqual(0);
  await expect
    .poll(() => page.evaluate(tornWords), { message: `${page.url()} tears words into letters` })
    .toEqual([]);
}

/** What stands in a column of two or three letters, because something beside it took the room. */
function tornWords(): string[] {
  const torn: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (texts.nextNode()) {
    const { currentNode: text } = texts;
    if ((text.textContent ?? '').length < 12 || !text.parentElement?.checkVisibility()) continue;
    range.selectNodeContents(text);
    const { width, height } = range.getBoundingClientRect();
    const letter = Number.parseFloat(getComputedStyle(text.parentElement).fontSize);
    if (width > 0 && width < 3 * letter && height > 5 * letter) torn.push(text.textContent ?? '');
  }
  return torn;
}
