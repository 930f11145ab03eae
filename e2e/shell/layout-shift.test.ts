import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { notify } from '#features/notifications/notify.ts';
import { insertSeats } from '../../src/testing/class-scene.ts';
import type { Person } from '../../src/testing/community.ts';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { insertVideo } from '../../src/testing/rows/insert-video.ts';
import { route } from '../route.ts';
import { desktop, phone, visit } from '../visit.ts';

/** Half of what Web Vitals call good. */
const mostShift = 0.05;

let site: Site;
let student: Person;
let teacher: Person;
beforeAll(async () => {
  site = await newSite();
  teacher = await site.person({ role: 'teacher', verified: true, name: 'Inés Ávila' });
  student = await site.person({ name: 'Ana Ruiz', languages: ['en'], coins: 300 });
  const hours = [2, 26, 50, 74];
  await site.db
    .insertInto('classes')
    .values(
      hours.flatMap((hour) =>
        (['club', 'class'] as const).map((kind) => ({
          kind,
          title: `${kind === 'club' ? 'Club de cine' : 'Inglés en el trabajo'} ${hour}`,
          description: 'Hablamos de lo que vimos esta semana, sin preparar nada.',
          startsAt: new Date(Date.now() + hour * 60 * 60_000),
          createdBy: teacher.id,
          language: 'en' as const,
          level: 'basic' as const,
        })),
      ),
    )
    .execute();
  const told = { to: [student.id], kind: 'teachers.approved', detail: {} };
  await notify(await site.ctxFor(), told);
  for (let n = 0; n < 4; n++) await insertVideo(site.db, { title: `Video ${n}` });
});
afterAll(() => site.close());

/** Whether the page shows what it loads: nothing stands for a part that is still to come. */
async function isLoaded(page: Page): Promise<boolean> {
  const waiting = page.locator('.mantine-Skeleton-root, .mantine-Loader-root').filter({ visible: true });
  return (await page.locator('main').isVisible()) && (await waiting.count()) === 0;
}

/** Every shift so far that no press or key caused, with what moved. */
function shifts(page: Page): Promise<{ value: number; moved: string[] }[]> {
  return page.evaluate(async () => {
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node?: Node }[] };
    const seen: Shift[] = [];
    const observer = new PerformanceObserver((list) => seen.push(...(list.getEntries() as Shift[])));
    observer.observe({ type: 'layout-shift', buffered: true });
    await document.fonts.ready;
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    // Entries from before the observer arrive in a task of their own.
    await new Promise((resolve) => setTimeout(resolve, 200));
    observer.disconnect();
    return seen
      .filter(({ hadRecentInput }) => !hadRecentInput)
      .map(({ value, sources }) => ({
        value,
        moved: sources.map(
          ({ node }) => (node instanceof Element ? node : node?.parentElement)?.outerHTML.slice(0, 120) ?? '',
        ),
      }));
  });
}

it.each([
  ['/feed', phone],
  ['/feed', desktop],
  ['/dashboard', phone],
  ['/dashboard', desktop],
  ['/classes?tab=upcoming', phone],
  ['/classes?tab=upcoming', desktop],
  ['/conversation-clubs', phone],
  ['/conversation-clubs', desktop],
  ['/ranking', phone],
  ['/ranking', desktop],
  ['/store', phone],
  ['/store', desktop],
  ['/notifications', phone],
  ['/notifications', desktop],
  ['/notifications/choices', phone],
  ['/notifications/choices', desktop],
  ['/calendar/feed', phone],
  ['/calendar/feed', desktop],
])('%s keeps what is shown in its place at %i px while it loads from a slow server', async (path, width) => {
  await expectStill(path, width, student);
});

it.each([phone, desktop])(
  '/dashboard keeps what is shown in its place at %i px while it loads for a student who is offered a seat',
  async (width) => {
    const offered = await site.person({ name: 'Luz Peña', languages: ['en'] });
    const [next, other] = await site.db
      .selectFrom('classes')
      .select('id')
      .where('kind', '=', 'club')
      .where('startsAt', '>', new Date(Date.now() + 24 * 60 * 60_000))
      .orderBy('startsAt')
      .limit(2)
      .execute();
    for (const { id } of [next!, other!]) await insertSeats(site.db, id, offered);
    await site.db
      .updateTable('classEnrollments')
      .set({ heldUntil: new Date(Date.now() + 5 * 60 * 60_000) })
      .where('userId', '=', offered.id)
      .where('classId', '=', other!.id)
      .execute();
    await expectStill('/dashboard', width, offered, async (page) => {
      await page.getByRole('button', { name: /^Confirmar mi lugar: / }).waitFor();
      await page.getByRole('link', { name: /^Tu próximo club/ }).waitFor();
    });
  },
);

it.each([
  ['/profile', '**/api/profiles/me', phone, 3],
  ['/profile', '**/api/profiles/me', desktop, 3],
  ['/notifications/choices', '**/api/notifications/choices', phone, 1],
  ['/notifications/choices', '**/api/notifications/choices', desktop, 1],
])('%s has its cards where they come while it waits for %s at %i px', async (path, asks, width, count) => {
  const { page, end } = await visit(site, width, student);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await route(page, asks, async (call) => {
    await held;
    await call.fallback();
  });
  await page.goto(path);
  const main = page.getByRole('main');
  const cards = main.locator('.mantine-Card-root');
  const tops = async () => {
    const boxes = await Promise.all(Array.from({ length: count }, (_, nth) => cards.nth(nth).boundingBox()));
    return boxes.map((box) => Math.round(box?.y ?? -1));
  };
  await main.getByRole('status', { name: 'Cargando...' }).first().waitFor();
  await cards.nth(count - 1).waitFor();
  await page.evaluate(() => document.fonts.ready);
  const waiting = await tops();
  release();
  await expect.poll(() => isLoaded(page)).toBe(true);
  const shown = await tops();
  const moved = shown.map((top, nth) => Math.abs(top - (waiting[nth] ?? 0)));
  expect(Math.max(...moved), `${waiting} became ${shown}`).toBeLessThan(line);
  await end();
});

it.each([phone, desktop])(
  '/admin/classes?view=list waits at %i px with rows as high as the classes of a teacher that come',
  async (width) => {
    const { page, end } = await visit(site, width, teacher);
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await route(page, '**/api/classes/managed?*', async (call) => {
      await held;
      await call.fallback();
    });
    await page.goto('/admin/classes?view=list');
    const main = page.getByRole('main');
    const waiting = main.locator('.mantine-Skeleton-root').nth(1);
    await waiting.waitFor();
    const before = await waiting.boundingBox();
    release();
    const first = main.locator('button[data-wide]').first();
    await first.waitFor();
    const after = await first.boundingBox();
    expect(Math.abs((after?.height ?? 0) - (before?.height ?? 0))).toBeLessThan(line);
    await end();
  },
);

/** As high as a line of text: the answers of a person take one more or one less. */
const line = 26;

it.each([phone, desktop])(
  '/dashboard keeps what is shown in its place at %i px while it loads for a student with shields on an open day',
  async (width) => {
    const keen = await site.person({ name: 'Sol Díaz', languages: ['en'] });
    const club = await site.db
      .selectFrom('classes')
      .select('id')
      .where('kind', '=', 'club')
      .orderBy('startsAt', 'desc')
      .executeTakeFirstOrThrow();
    await insertSeats(site.db, club.id, keen);
    const { page, end } = await visit(site, width, keen);
    await route(page, '**/api/today', async (call) => {
      const today = await (await call.fetch()).json();
      Object.assign(today.streak, { days: 12, shields: 2 });
      await call.fulfill({ json: today });
    });
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await route(page, '**/api/today', async (call) => {
      await held;
      await call.fallback();
    });
    await page.goto('/dashboard');
    const stats = page.getByRole('list', { name: 'Tus números' });
    const top = async () => Math.round((await stats.boundingBox())?.y ?? -1);
    await stats.waitFor();
    await page.getByText('Tu próximo club').waitFor();
    const before = await top();
    release();
    await page.getByText('Tienes 2 escudos por si un día no puedes.').waitFor();
    expect(await top()).toBe(before);
    await end();
  },
);

it.each([phone, desktop])(
  '/dashboard keeps what is shown in its place at %i px once it has read that a student waits for a seat',
  async (width) => {
    const waiter = await site.person({ name: 'Noé Gil', languages: ['en'] });
    const clubs = site.db.selectFrom('classes').select('id').where('kind', '=', 'club');
    const [last, other] = await clubs.orderBy('startsAt', 'desc').limit(2).execute();
    await insertSeats(site.db, last!.id, waiter);
    await site.db.insertInto('classWaiting').values({ classId: other!.id, userId: waiter.id }).execute();
    const { page, end } = await visit(site, width, waiter);
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await route(page, '**/api/classes?*mine*', async (call) => {
      await held;
      await call.fallback();
    });
    await page.goto('/dashboard');
    const stats = page.getByRole('list', { name: 'Tus números' });
    const top = async () => Math.round((await stats.boundingBox())?.y ?? -1);
    await stats.waitFor();
    await expect
      .poll(async () => (await top()) > 0 && page.locator('[data-slot=aside] .mantine-Skeleton-root').count())
      .toBe(0);
    const before = await top();
    release();
    await page.getByText('Tu próximo club').waitFor();
    await page.getByRole('link', { name: /^En lista de espera/ }).waitFor();
    expect(Math.abs((await top()) - before)).toBeLessThan(line);
    await end();
  },
);

/** Opens a page on a slow server, and fails where what is shown moves while it loads. */
async function expectStill(
  path: string,
  width: number,
  person: Person,
  seeAll = async (_page: Page) => {},
): Promise<void> {
  const { page, end } = await visit(site, width, person);
  let calls = 0;
  // Every call but the stream of events.
  await route(page, /\/api\/(?!events)/, async (call) => {
    const wait = 100 + ((calls++ * 7) % 11) * 30;
    await sleep(wait);
    await call.fallback();
  });
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
  await expect.poll(() => isLoaded(page)).toBe(true);
  await seeAll(page);
  const seen = await shifts(page);
  const total = seen.reduce((sum, { value }) => sum + value, 0);
  expect(total, JSON.stringify(seen, null, 2)).toBeLessThan(mostShift);
  await end();
}
