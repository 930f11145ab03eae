import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedDemo } from '#seed/seed-demo.ts';
import { seedVideos } from '#seed/seed-videos.ts';
import { people, tour } from '../../scripts/screenshots/tour.ts';
import type { Person } from '../../src/testing/community.ts';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { signIn } from '../../src/testing/sign-in.ts';
import { setLetters } from '../notifications/set-letters.ts';
import { go, phone, resize, settle, visit } from '../visit.ts';

let site: Site;
/** With all that the product's own demo has. */
let demo: Site;
let dataDir: string;
const signedIn = new Map<string, Person>();
beforeAll(async () => {
  site = await newSite();
  await seedVideos(await site.ctxFor());
  demo = await newSite();
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'sumi-demo-'));
  const signIns = await seedDemo(await demo.ctxFor(), demo.authentication, dataDir);
  for (const { role, email, password } of signIns) {
    const answer = await signIn(demo, email, password);
    const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    signedIn.set(role, { id: '', name: '', email, cookie });
  }
});
afterAll(async () => {
  await Promise.all([site.close(), demo.close()]);
  await rm(dataDir, { recursive: true });
});

/** How many pixels the page, or what stands in its bar, reaches beyond the right edge. */
const beyond = (page: Page, bar: string) =>
  page.evaluate((bar) => {
    const rights = [...document.querySelectorAll(`${bar} :is(a, button, select)`)]
      .filter((element) => element.checkVisibility())
      .map((element) => element.getBoundingClientRect().right);
    return (
      Math.max(document.documentElement.scrollWidth, ...rights.map(Math.floor)) -
      document.documentElement.clientWidth
    );
  }, bar);

/** The words of buttons that have no room. */
const cutWords = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.mantine-Button-label')]
      .filter((label) => label.checkVisibility() && label.scrollWidth > label.clientWidth + 1)
      .map((label) => label.textContent),
  );

/** How many places of the page stand for what is still to come. */
const stillLoading = (page: Page) => page.locator('.mantine-Skeleton-root').filter({ visible: true }).count();

/** The words of cards that cut what is in them. */
const cutCards = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.mantine-Card-root')]
      .filter((card) => card.checkVisibility() && card.scrollWidth > card.clientWidth + 1)
      .map((card) => `card: ${card.textContent.slice(0, 80)}`),
  );

/** What makes the page wider than the screen: elements that no other one clips or scrolls, the innermost ones. */
const beyondScreen = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const isClipped = (element: Element): boolean =>
      element !== document.body &&
      (getComputedStyle(element).overflowX !== 'visible' || isClipped(element.parentElement as Element));
    const wide = [...document.body.querySelectorAll('*')].filter(
      (it) =>
        it.checkVisibility() &&
        it.getBoundingClientRect().right > clientWidth + 1 &&
        !isClipped(it.parentElement as Element),
    );
    return wide
      .filter((it) => !wide.some((other) => other !== it && it.contains(other)))
      .slice(0, 9)
      .map((it) => `${it.outerHTML.slice(0, 150)} ${it.textContent.slice(0, 50)}`);
  });

/** Tabs that take more than one line. */
const tabsInLines = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('[role=tablist]')]
      .filter((list) => list.checkVisibility())
      .filter(({ children }) => new Set([...children].map((tab) => tab.getBoundingClientRect().top)).size > 1)
      .map((list) => `tabs: ${list.textContent}`),
  );

/**
 * The names that several buttons of the page have, or several links to different addresses, within the same named
 * section or the same row of a table: a list of them, as a screen reader makes it, does not tell them apart.
 */
const sameNames = (page: Page) =>
  page.evaluate((twice) => {
    const wordsOf = (node: Node): string => {
      if (!(node instanceof Element)) return node.textContent ?? '';
      if (node.getAttribute('aria-hidden') === 'true') return '';
      const own = node.getAttribute('aria-label') ?? node.getAttribute('alt');
      return own ?? [...node.childNodes].map(wordsOf).join(' ');
    };
    const labelOf = (part: Element) =>
      part.getAttribute('aria-label') ??
      document.getElementById(part.getAttribute('aria-labelledby') ?? '')?.textContent;
    const targets = new Map<string, Set<unknown>>();
    for (const it of document.querySelectorAll('main :is(a[href], button:not(:disabled))')) {
      if (!it.checkVisibility() || it.closest('[inert], [aria-hidden=true]')) continue;
      const section = it.closest('section:is([aria-label], [aria-labelledby])');
      const place = [section && labelOf(section), it.closest('tr')?.textContent].filter(Boolean).join();
      const name = wordsOf(it).replaceAll(/\s+/g, ' ').trim();
      const key = `${it.role ?? it.tagName} ${name}${place && `, in ${place.slice(0, 80)}`}`;
      const target = it instanceof HTMLAnchorElement ? it.href : twice.includes(name) ? name : it;
      targets.set(key, (targets.get(key) ?? new Set()).add(target));
    }
    return [...targets].filter(([, all]) => all.size > 1).map(([key, all]) => `${all.size} times ${key}`);
  }, sameActs);

/** What buttons above and below a list do alike. */
const sameActs = ['Semana siguiente'];

/** Whether a finger that comes down so far from the middle of a button still meets it, in each direction. */
const reaches = (button: Locator, [across, down]: readonly [number, number]) =>
  button.evaluate(
    (element, [across, down]) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const meets = (dx: number, dy: number) =>
        element.contains(document.elementFromPoint(left + width / 2 + dx, top + height / 2 + dy));
      return meets(across, 0) && meets(-across, 0) && meets(0, down) && meets(0, -down);
    },
    [across, down] as const,
  );

it('a bar keeps its menu, its bell and the account within 320 pixels, and where letters have twice their size', async () => {
  const visitor = await visit(site, phone);
  await go(visitor.page, '/auth');
  await visitor.page.getByRole('button', { name: 'Abrir el menú' }).waitFor();
  await resize(visitor.page, 320, 640);
  await expect.poll(() => beyond(visitor.page, 'header')).toBeLessThanOrEqual(0);
  await visitor.page.goto('/');
  await expect.poll(() => beyond(visitor.page, 'header')).toBeLessThanOrEqual(0);
  await visitor.end();

  const { page, end } = await visit(site, phone, await site.person());
  await go(page, '/classes');
  const bell = page.getByRole('link', { name: 'Avisos' });
  await bell.waitFor();
  await setLetters(page, 32);
  await expect.poll(() => beyond(page, 'header')).toBeLessThanOrEqual(0);
  for (const shown of [bell, page.getByRole('button', { name: 'Tu cuenta' })])
    await shown.click({ trial: true });
  await setLetters(page, 16);
  await end();
});

it('the words of a button that have no room in one line take two, where letters have twice their size', async () => {
  const { page, end } = await visit(site, phone, await site.person());
  await go(page, '/profile');
  await page.getByRole('button', { name: 'Cerrar en los demás dispositivos' }).waitFor();
  await setLetters(page, 32);
  await expect.poll(() => cutWords(page)).toEqual([]);
  await setLetters(page, 16);
  await end();
});

it('the last days of a streak and the steps of today fit their card, where letters have twice their size', async () => {
  const person = await site.person();
  await sql`insert into practice_days values (${person.id}, own_day(${person.id}, now()), 1)`.execute(
    site.db,
  );
  const { page, end } = await visit(site, phone, person);
  await go(page, '/dashboard');
  await page.getByRole('list', { name: 'Tus últimos siete días' }).waitFor();
  await setLetters(page, 32);
  await expect.poll(() => cutCards(page)).toEqual([]);
  // A whole word stands in a line.
  const step = page.getByRole('main').getByRole('link', { name: /^Videos 1 sumicoin/ });
  await expect
    .poll(async () => (await step.locator('span').first().boundingBox())?.width)
    .toBeGreaterThan(120);
  await setLetters(page, 16);
  await end();
});

describe.each(people)('the pages for the role %s', (role) => {
  it('scroll in one direction only and keep their tabs in one line, where letters have twice their size, and tell their buttons and links apart', async () => {
    const { page, end } = await visit(demo, phone, signedIn.get(role));
    const paths = tour[role].filter(({ steps, shows }) => !steps && !shows).map(({ path }) => path);
    const faults: Record<string, string[]> = {};
    for (const path of paths) {
      await go(page, path);
      await setLetters(page, 32);
      await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
      await page.locator('main').waitFor();
      // Some parts are drawn once they are near.
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      await expect.poll(() => stillLoading(page), { message: path }).toBe(0);
      await settle(page);
      const finders = [beyondScreen, cutCards, tabsInLines, sameNames];
      const found = (await Promise.all(finders.map((find) => find(page)))).flat();
      if (found.length > 0) faults[path] = found;
    }
    expect(faults, JSON.stringify(faults, null, 2)).toEqual({});
    await setLetters(page, 16);
    await end();
  });
});

it('every tab of a phone of 320 pixels has its word in one line', async () => {
  const { page, end } = await visit(site, phone, await site.person());
  await go(page, '/classes');
  await resize(page, 320, 640);
  const tabs = page.getByRole('navigation', { name: 'Navegación principal' }).getByRole('link');
  await tabs.last().waitFor();
  const heights = () => tabs.locator('span').evaluateAll((words) => words.map((word) => word.clientHeight));
  await expect.poll(async () => new Set(await heights()).size).toBe(1);
  expect(
    await tabs.evaluateAll((links) => Math.min(...links.map((link) => link.clientWidth))),
  ).toBeGreaterThanOrEqual(44);
  await end();
});

it('small buttons answer to a finger over 44 pixels: the menu, a password’s eye, and those in a line of a video', async () => {
  const { page, end } = await visit(site, phone);
  await go(page, '/auth');
  const eye = page.getByRole('button', { name: 'Mostrar u ocultar la contraseña' });
  await expect.poll(() => reaches(eye, [21, 21])).toBe(true);
  await expect.poll(() => reaches(page.getByRole('button', { name: 'Abrir el menú' }), [21, 21])).toBe(true);
  await end();

  const member = await visit(site, phone, await site.person());
  await go(member.page, '/feed');
  await expect
    .poll(() => reaches(member.page.getByRole('button', { name: 'Abrir el menú' }), [21, 21]))
    .toBe(true);
  // They stand beside each other: there is more room above and below.
  for (const name of ['No me interesa este video', /^Reportar el video/]) {
    await expect.poll(() => reaches(member.page.getByRole('button', { name }).first(), [11, 21])).toBe(true);
  }
  await member.end();
});
