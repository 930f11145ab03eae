import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { commitCupImport } from '#features/cup/import/commit-cup-import.ts';
import { previewCupImport } from '#features/cup/import/preview-cup-import.ts';
import { localeCodes } from '#shared/locales.ts';
import { openContext } from '../../src/testing/chromium.ts';
import { insertClass, insertSeats } from '../../src/testing/class-scene.ts';
import type { Person } from '../../src/testing/community.ts';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { goodPassword, personWithPassword } from '../../src/testing/sign-in.ts';
import { begun, holdScripts, shiftSeen, watchShifts } from '../hold-scripts.ts';
import { desktop, phone, settle, visit } from '../visit.ts';

/* What these journeys guarantee: a visitor reads /auth, /quiz and /ranking before any script has run, and a member
 * their first page; what they did meanwhile is not lost, and nothing moves when the application takes over; no person
 * sees a page that is not theirs. */

let site: Site;
let member: Person;
let kid: Person;
beforeAll(async () => {
  site = await newSite({ writesForMembers: true });
  member = await personWithPassword(site, { name: 'Ana Ruiz' });
  kid = await site.person({ name: 'Niño Secreto', ageGroup: 'kid' });
  await publish([
    'Beatriz Pérez,beap,bea@example.org,English,900,3',
    `Niño Secreto,nino,${kid.email},English,800,2`,
  ]);
});
afterAll(() => site.close());

/** Publishes a board of the month that is running. */
async function publish(lines: string[]): Promise<void> {
  const ctx = await site.ctxFor(await site.person({ role: 'admin' }));
  const file = ['Full name,Username,Email,Language,Total XP,Streak', ...lines].join('\n');
  const season = new Date().toISOString().slice(0, 7);
  const { boardId } = await previewCupImport(ctx, {
    season,
    readFile: async () => new TextEncoder().encode(file),
  });
  await commitCupImport(ctx, boardId);
  await site.look();
}

type Catalogue = { [key: string]: string | Catalogue };
function textOf(feature: string, locale: string, key: string): string {
  const file = path.join(import.meta.dirname, `../../src/features/${feature}/web/texts/${locale}.json`);
  const texts = JSON.parse(readFileSync(file, 'utf8')) as Catalogue;
  return key
    .split('.')
    .reduce<string | Catalogue>((at, part) => (at as Catalogue)[part] ?? '', texts) as string;
}

/** The heading of each page, and something else that it shows at once. */
const headings = [
  ['/auth', 'accounts', 'auth.title', 'auth.password'],
  ['/auth?register=true', 'accounts', 'auth.titleSignUp', 'auth.name'],
  ['/quiz', 'quiz', 'languages.question', 'next'],
  ['/ranking', 'cup', 'page.title', 'filter.streak'],
] as const;

it('every prerendered page stands in its document in each of the seven languages', async () => {
  for (const locale of localeCodes) {
    for (const [address, feature, ...keys] of headings) {
      const answer = await fetch(site.url + address, { headers: { cookie: `sumi.locale=${locale}` } });
      const html = (await answer.text()).replaceAll('&#x27;', "'");
      expect(html).toContain(`<html lang="${locale}"`);
      for (const key of keys)
        expect(html, `${address} ${key}`).toContain(`>${textOf(feature, locale, key)}<`);
      // A password that had a name would go into the address where a form is sent without a script.
      expect(html).not.toMatch(/<input[^>]*type="password"[^>]* name=/);
    }
  }
});

it('the document of the cup shows what visitors may read of the board, and follows it', async () => {
  const read = async (cookie = '') =>
    (await fetch(`${site.url}/ranking?invitation=abc`, { headers: { cookie } })).text();
  const html = await read();
  expect(html).toContain('Beatriz P.');
  for (const hidden of ['bea@example.org', 'beap', 'Pérez', 'Secreto', kid.email, member.email])
    expect(html).not.toContain(hidden);
  await read(member.cookie);
  expect(await read()).toBe(html);
  await publish(['Carla Soto,carla,carla@example.org,English,950,3']);
  expect(await read()).toContain('Carla S.');
});

it('without scripts a visitor reads each page in their language', async () => {
  const { context, end } = await visit(site, phone);
  const other = await openContext(context.browser() as Browser, {
    locale: 'ko-KR',
    baseURL: site.url,
    javaScriptEnabled: false,
  });
  const page = await other.newPage();
  for (const [address, feature, heading] of headings) {
    await page.goto(address);
    await page.getByRole('heading', { level: 1, name: textOf(feature, 'ko', heading) }).waitFor();
    await expect
      .poll(() => page.getByText(textOf('quiz', 'ko', 'next')).count())
      .toBe(address === '/quiz' ? 1 : 0);
  }
  await other.close();
  await end();
});

it('each page is described once to search engines, before and after the application takes over', async () => {
  const { page, end } = await visit(site, phone);
  const described = () => page.locator('meta[name="description"]').count();
  for (const address of ['/auth', '/quiz', '/ranking']) {
    const release = await holdScripts(page);
    await page.goto(address, { waitUntil: 'commit' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await described(), address).toBe(1);
    release();
    await begun(page);
    await expect.poll(described, { message: address }).toBe(1);
  }
  await end();
});

it('an address and a password that are typed and sent before the script is here sign in once it is', async () => {
  const { page, end } = await visit(site, phone);
  const release = await holdScripts(page);
  await page.goto('/auth', { waitUntil: 'commit' });
  await page.getByLabel('Correo electrónico').fill(member.email);
  await page.getByLabel(/^Contraseña/).fill(goodPassword);
  await page.getByLabel(/^Contraseña/).press('Enter');
  expect(new URL(page.url()).search).toBe('');
  release();
  await page.waitForURL('**/feed');
  await end();
});

it('what is typed, ticked or pressed early stands when the application has taken over, and nothing moves', async () => {
  const { page, end } = await visit(site, desktop);
  let release = await holdScripts(page);
  await page.goto('/auth', { waitUntil: 'commit' });
  await page.getByLabel('Correo electrónico').pressSequentially('bea@exa');
  await watchShifts(page);
  const before = await placesOf(page);
  release();
  await begun(page);
  expect(await placesOf(page)).toEqual(before);
  // On with typing, as if nothing had happened.
  await page.keyboard.type('mple.org');
  await expect.poll(() => page.getByLabel('Correo electrónico').inputValue()).toBe('bea@example.org');
  expect(await shiftSeen(page)).toBe(0);

  release = await holdScripts(page);
  await page.goto('/quiz', { waitUntil: 'commit' });
  for (const language of ['Francés', 'Coreano']) await page.getByText(language, { exact: true }).click();
  await page.getByRole('button', { name: 'Continuar' }).click();
  release();
  await begun(page);
  const level = page.getByRole('heading', { name: textOf('quiz', 'es', 'level.question') });
  await level.waitFor();
  await page.getByRole('button', { name: 'Atrás' }).click();
  await page.getByText('2 idiomas', { exact: false }).waitFor();
  await page.getByRole('button', { name: 'Continuar' }).click();
  await level.waitFor();

  // A reload in the middle: the first question is not shown again.
  release = await holdScripts(page);
  await page.reload({ waitUntil: 'commit' });
  await page.getByText('Cargando...').waitFor();
  const first = page.getByText(textOf('quiz', 'es', 'languages.question'));
  await expect.poll(() => first.isVisible()).toBe(false);
  release();
  await level.waitFor();

  release = await holdScripts(page);
  await page.goto('/ranking', { waitUntil: 'commit' });
  await page.getByText('Carla S.').click();
  await page
    .getByRole('radio', { name: textOf('cup', 'es', 'filter.streak') })
    .waitFor({ state: 'attached' });
  await page.getByText(textOf('cup', 'es', 'filter.streak'), { exact: true }).click();
  release();
  await begun(page);
  await page.waitForURL('**/ranking?order=streak');
  await expect.poll(() => page.locator('details').first().getAttribute('open')).toBe('');
  await page.getByText(textOf('cup', 'es', 'figure.stories')).waitFor();
  await end();
});

it('a member sees nothing of a page that is written for visitors alone', async () => {
  const { page, end } = await visit(site, phone, member);
  const release = await holdScripts(page);
  await page.goto('/auth', { waitUntil: 'commit' });
  await page.getByText('Cargando...').waitFor();
  await expect.poll(() => page.getByRole('heading').count()).toBe(0);
  release();
  await page.waitForURL('**/feed');
  await page.getByRole('navigation').first().waitFor();
  await end();
});

const membersPages = [
  ['/feed', 'videos', 'title'],
  ['/classes', 'classes', 'page.title'],
  ['/ranking', 'cup', 'page.title'],
  ['/store', 'store', 'page.title'],
] as const;

it('the documents of many members at once hold the answers of their own reader, and of no other', async () => {
  const teacher = await site.person({ role: 'teacher', verified: true });
  const members = await Promise.all(
    ['Uno', 'Dos', 'Tres', 'Cuatro'].map(async (name) => {
      const reader = await site.person({ name });
      const classOf = `Clase de ${name}`;
      const startsAt = new Date(Date.now() + 48 * 3600_000);
      await insertSeats(site.db, await insertClass(site.db, teacher, { title: classOf, startsAt }), reader);
      return { ...reader, classOf };
    }),
  );
  const asked = [...members, ...members, ...members, ...members];
  const documents = await Promise.all(
    asked.map(async (reader) => {
      const answer = await fetch(`${site.url}/classes`, { headers: { cookie: reader.cookie } });
      return { reader, answer, html: await answer.text() };
    }),
  );
  for (const { reader, answer, html } of documents) {
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(members.filter(({ email }) => html.includes(email))).toEqual([
      expect.objectContaining({ id: reader.id }),
    ]);
    expect(members.filter(({ classOf }) => html.includes(classOf)).map(({ classOf }) => classOf)).toEqual([
      reader.classOf,
    ]);
  }
});

it('a document holds nothing of a person whose session has ended, or of a page that is not for them', async () => {
  const gone = await site.person({ name: 'Gil Ausente' });
  const left = await fetch(`${site.url}/api/auth/sign-out`, {
    method: 'POST',
    headers: { cookie: gone.cookie, origin: site.url, 'content-type': 'application/json' },
    body: '{}',
  });
  expect(left.status).toBe(200);
  for (const [address, { cookie, email }] of [
    ['/classes', gone],
    ['/admin', member],
  ] as const) {
    const html = await (await fetch(site.url + address, { headers: { cookie } })).text();
    expect(html).toContain('<div id="prerendered"></div>');
    expect(html).not.toContain(email);
  }
});

it('a member reads each first page before the script is here, in their language, and nothing moves after it', async () => {
  const admin = await site.person({ role: 'admin', name: 'Ada Ruiz' });
  const startsAt = new Date(Date.now() + 48 * 3600_000);
  await insertSeats(site.db, await insertClass(site.db, admin, { title: 'Mi clase', startsAt }), member);
  for (const [reader, width, pages] of [
    [member, phone, membersPages],
    [admin, desktop, [['/admin', 'admin', 'overview.title'] as const]],
  ] as const) {
    const { page, end } = await visit(site, width, reader);
    for (const [address, feature, heading] of pages) {
      const release = await holdScripts(page);
      await page.goto(address, { waitUntil: 'commit' });
      const title = page.getByRole('heading', { level: 1, name: textOf(feature, 'es', heading) });
      await title.waitFor();
      await watchShifts(page);
      release();
      await begun(page);
      await title.waitFor();
      await settle(page);
      expect(await shiftSeen(page), address).toBeLessThan(0.001);
    }
    await end();
  }
});

it('a page shows what has changed since its document was written', async () => {
  const startsAt = new Date(Date.now() + 72 * 3600_000);
  const changing = await insertClass(site.db, await site.person({ role: 'admin' }), {
    title: 'Antes',
    startsAt,
  });
  await insertSeats(site.db, changing, member);
  const { page, end } = await visit(site, phone, member);
  const release = await holdScripts(page);
  await page.goto('/classes', { waitUntil: 'commit' });
  await page.getByText('Antes').first().waitFor();
  // No hint tells the browser.
  await site.db.updateTable('classes').set({ title: 'Después' }).where('id', '=', changing).execute();
  release();
  await begun(page);
  await page.getByText('Después').first().waitFor();
  await end();
});

it('the feed, which has its filters beside it in a wide window, is drawn by the application alone there', async () => {
  const { page, end } = await visit(site, desktop, await site.person());
  const release = await holdScripts(page);
  await page.goto('/feed', { waitUntil: 'commit' });
  await page.getByText('Cargando...').waitFor();
  await expect.poll(() => page.locator('#prerendered').isVisible()).toBe(false);
  release();
  await begun(page);
  await end();
});

it('a student who left the feed with other filters sees no first video of those they do not want', async () => {
  const { page, end } = await visit(site, phone, member);
  await page.goto('/feed?level=advanced');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate((key) => localStorage.setItem(key, 'level=advanced'), `sumi.feed.filters.${member.id}`);
  const release = await holdScripts(page);
  await page.goto('/feed', { waitUntil: 'commit' });
  await page.getByText('Cargando...').waitFor();
  await expect.poll(() => page.locator('#prerendered').isVisible()).toBe(false);
  release();
  await begun(page);
  await end();
});

/** Where everything stands that a person sees. */
function placesOf(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('h1, p, label, input, button, select, a, svg')]
      .filter((element) => element.checkVisibility() && !element.closest('.toasts'))
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [element.tagName, element.textContent, x, y, width, height].join(' ');
      }),
  );
}

it('the document of a page names the texts of its reader’s language: none is asked for once a script has run', async () => {
  const spanish = await visit(site, phone);
  const context = await openContext(spanish.page.context().browser() as Browser, {
    width: phone,
    locale: 'fr-CA',
    baseURL: site.url,
  });
  const page = await context.newPage();
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/assets\/fr-/.test(pathname)) asked.push(pathname);
  });
  const answer = await page.goto('/auth');
  const document = (await answer?.text()) ?? '';
  await begun(page);
  expect(asked.length).toBeGreaterThanOrEqual(3);
  expect(asked.filter((file) => !document.includes(file))).toEqual([]);
  await context.close();
  await spanish.end();
});
