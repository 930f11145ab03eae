import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { publishBoard } from '../../src/testing/rows/publish-board.ts';
import { route, unroute } from '../route.ts';
import { expectWell, go, tryAgain, visit } from '../visit.ts';

/** How every page of a student looks while it loads, when it is empty, when the server fails, and without a network. */

let site: Site;
beforeAll(async () => {
  site = await newSite();
});
afterAll(async () => {
  await site.close();
});

/**
 * `asks` is the request of the page's content, `shows` its heading once that is answered, `failed` what the page says
 * when it fails, with `toasts` in a toast too, and `empty` its text for a student who has nothing yet, with the address
 * that `next` leads to.
 */
const pages = [
  {
    path: '/dashboard',
    asks: '**/api/profiles/me',
    shows: /Buen[oa]s /,
    empty: null,
  },
  {
    path: '/feed',
    asks: /\/api\/videos(\?|$)/,
    shows: /Videos/,
    empty: 'Todavía no hay videos',
    next: '/conversation-clubs',
  },
  {
    path: '/classes',
    asks: '**/api/classes?*',
    shows: /Mis Clases/,
    failed: 'No se pudieron cargar las clases',
    empty: 'Todavía no tienes lugares',
    next: '/classes?tab=upcoming',
  },
  {
    path: '/classes?tab=upcoming',
    asks: '**/api/classes?*',
    shows: /Mis Clases/,
    failed: 'No se pudieron cargar las clases',
    empty: 'No hay clases disponibles en este momento',
    next: '/feed',
  },
  {
    path: '/classes?tab=calendar',
    asks: '**/api/classes?*',
    shows: /Mis Clases/,
    failed: 'No se pudieron cargar las clases',
    toasts: true,
    empty: 'No hay clases programadas para esta fecha',
  },
  {
    path: '/classes?tab=past',
    asks: '**/api/classes/past*',
    shows: /Mis Clases/,
    failed: 'No se pudieron cargar las clases',
    empty: 'Todavía no has tomado clases',
  },
  {
    path: '/conversation-clubs',
    asks: '**/api/classes/today*',
    shows: /Clubes de conversación/,
    failed: 'No se pudieron cargar los clubes de conversación',
    toasts: true,
    empty: 'No hay clubes de conversación programados para hoy',
    next: '/feed',
  },
  {
    path: '/calendar',
    asks: '**/api/classes?*',
    shows: /Calendario de clubes/,
    failed: 'No se pudieron cargar los clubes de conversación',
    toasts: true,
    empty: 'No hay clubes de conversación programados para esta semana',
  },
  { path: '/store', asks: '**/api/store/items', shows: /Tienda/, empty: null },
  { path: '/coins', asks: '**/api/coins/ledger*', shows: /sumicoins/i, empty: null },
  {
    path: '/ranking',
    asks: '**/api/cup?*',
    shows: /Copa|Ranking/,
    empty: 'No hay datos disponibles todavía',
    next: '/conversation-clubs',
  },
  {
    path: '/announcements',
    asks: '**/api/announcements',
    shows: /Novedades/,
    failed: 'No se pudieron cargar las novedades',
    empty: 'Todavía no hay novedades',
  },
  { path: '/profile', asks: '**/api/profiles/me', shows: /Mi perfil/, empty: null },
] as const;

describe('each page of a student', () => {
  it.each(pages)('$path waits, says what went wrong and recovers, and has words for nothing', async (its) => {
    const { page, end } = await visit(site, 390, await site.person({ zone: 'UTC' }), {
      mayBreak: true,
    });
    const main = page.getByRole('main');
    const again = main.getByRole('button', { name: 'Intentar de nuevo' });
    const waiting = main
      .getByRole('status', { name: 'Cargando...' })
      .or(main.getByRole('status').filter({ hasText: 'Cargando...' }))
      .or(main.locator('[aria-busy=true]'));

    // The server takes its time.
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await route(page, its.asks, async (route) => {
      await held;
      await route.fulfill({ status: 500, contentType: 'application/json', body: JSON.stringify(bug) });
    });
    await go(page, its.path);
    await waiting.first().waitFor();

    // Then it breaks.
    const toasts = page.getByRole('region', { name: 'Notifications' });
    const signs = [again.first()];
    if ('toasts' in its) signs.push(toasts.getByText(its.failed, { exact: true }).first());
    await Promise.all([...signs.map((sign) => sign.waitFor()), release()]);
    await main.getByText('Algo falló de nuestro lado.', { exact: false }).first().waitFor();
    if ('failed' in its) {
      await main.getByRole('heading', { name: its.failed }).first().waitFor();
      if (!('toasts' in its)) await expect.poll(() => toasts.getByText(its.failed).count()).toBe(0);
    }
    await main.getByText(bug.requestId, { exact: false }).first().waitFor();
    await expectWell(page);

    // Then the network goes. The newer route wins: without the older one, a background read could succeed in between.
    await route(page, its.asks, (route) => route.abort());
    await tryAgain(main);
    await main.getByText('No hay conexión. Revisa tu internet e intenta de nuevo.').first().waitFor();

    // And all is well again.
    await unroute(page, its.asks);
    await tryAgain(main);
    await page.getByRole('heading', { level: 1, name: its.shows }).waitFor();
    if (its.empty) await main.getByText(its.empty, { exact: true }).first().waitFor();
    if ('next' in its) await main.locator(`a.mantine-Button-root[href="${its.next}"]`).waitFor();
    await expect.poll(() => again.count()).toBe(0);
    await expect.poll(() => waiting.count()).toBe(0);
    await expectWell(page);
    await end();
  });
});

it('whatever a page waits for is announced, on the pages of a student and of an administrator', async () => {
  const admin = await site.person({ role: 'admin', languages: ['en'] });
  const { page, end } = await visit(site, 1280, admin);
  // A page asks for its parts only once the account is here.
  await route(page, /\/api\/(?!events|accounts\/me)/, () => {});
  const own = ['/dashboard', '/classes', '/calendar', '/calendar/feed', '/coins', '/membership', '/profile'];
  const others = ['/ranking', '/store', '/notifications', `/teachers/${admin.id}`, '/notifications/choices'];
  const parts = ['', '/classes', '/students', '/ranking', '/payments', '/teachers', '/videos?tab=channels'];
  const organised = [...parts, '/reports', '/store?tab=prices', '/calendar', '/audit'].map(
    (part) => `/admin${part}`,
  );
  for (const path of [...own, ...others, ...organised]) {
    await go(page, path);
    const waiting = page.locator('main .mantine-Skeleton-root, main .mantine-Loader-root');
    await waiting.first().waitFor();
    // A span stands for some words of a part, and so does a block in a link that has words.
    const unannounced = () =>
      waiting.evaluateAll((blocks) =>
        blocks
          .filter((block) => !block.closest('[role=status], [aria-busy=true], a') && block.tagName !== 'SPAN')
          .map(({ parentElement }) => parentElement?.outerHTML.slice(0, 200)),
      );
    await expect.poll(unannounced, { message: path }).toEqual([]);
  }
  await end();
});

it('one retry reads every part of the dashboard again that could not be read', async () => {
  const { page, end } = await visit(site, 390, await site.person(), { mayBreak: true });
  const parts = /\/api\/(today|coins\/ledger|classes)/;
  await route(page, parts, (call) =>
    call.fulfill({ status: 500, contentType: 'application/json', body: JSON.stringify(bug) }),
  );
  await go(page, '/dashboard');
  const again = page.getByRole('main').getByRole('button', { name: 'Intentar de nuevo' });
  await expect.poll(() => again.count()).toBe(3);
  // The one that greets, and none for each part.
  await expect.poll(() => page.getByRole('main').locator('svg[data-mood]').count()).toBe(1);
  await expectWell(page);
  await unroute(page, parts);
  await again.first().click();
  await expect.poll(() => again.count()).toBe(0);
  await end();
});

it('an administrator whose prices or payments cannot be read is told so once each, and one retry reads payments and their sums with the same filters', async () => {
  const { page, end } = await visit(site, 390, await site.person({ role: 'admin' }), { mayBreak: true });
  const reads = /\/api\/(payments|memberships\/plans)/;
  await route(page, reads, (call) =>
    call.fulfill({ status: 500, contentType: 'application/json', body: JSON.stringify(bug) }),
  );
  await go(page, '/admin/payments?tab=prices');
  const main = page.getByRole('main');
  await main.getByRole('heading', { name: 'No se pudieron cargar los precios' }).waitFor();
  await go(page, '/admin/payments?status=pending');
  await main.getByText('No se pudieron cargar los pagos').waitFor();
  const again = main.getByRole('button', { name: 'Intentar de nuevo' });
  await expect.poll(() => main.getByRole('status', { name: 'Cargando...' }).count()).toBe(0);
  await expect.poll(() => again.count()).toBe(1);
  await unroute(page, reads);
  await again.click();
  await main.getByText('Pendientes', { exact: true }).first().waitFor();
  await expect.poll(() => again.count()).toBe(0);
  expect(new URL(page.url()).search).toBe('?status=pending');
  await end();
});

it.each([
  { path: '/coins', asks: '**/api/coins/referral', shows: 'Aprender en compañía' },
  { path: '/ranking', asks: '**/api/cup/seasons', shows: '¿Cómo se decide?' },
])('the part of $path that cannot be read says so, and a retry shows it', async ({ path, asks, shows }) => {
  const lines = ['Full name,Username,Email,Language,Streak,Total XP', 'Ana,ana,,French,9,50'];
  await publishBoard(await site.ctxFor(await site.person({ role: 'admin' })), lines);
  const { page, end } = await visit(site, 390, await site.person(), { mayBreak: true });
  const main = page.getByRole('main');
  await route(page, asks, (call) =>
    call.fulfill({ status: 500, contentType: 'application/json', body: JSON.stringify(bug) }),
  );
  await go(page, path);
  await main.getByRole('alert').getByText(bug.requestId, { exact: false }).waitFor();
  await expectWell(page);
  await unroute(page, asks);
  await main.getByRole('button', { name: 'Intentar de nuevo' }).click();
  await main.getByText(shows).first().waitFor();
  await expect.poll(() => main.getByRole('alert').count()).toBe(0);
  await end();
});

it('an administrator takes the filters off each list in which nothing fits them', async () => {
  const { page, end } = await visit(site, 390, await site.person({ role: 'admin' }));
  for (const [address, tab] of [
    ['/admin/students?search=zzz&role=teacher', ''],
    ['/admin/classes?view=list&search=zzz', '?view=list'],
    ['/admin/payments?search=zzz', ''],
    ['/admin/audit?from=2001-01-01&to=2001-01-02', ''],
    ['/admin/teachers?tab=approved&search=zzz&pages=changed', '?tab=approved'],
  ] as const) {
    await go(page, address);
    const clear = page.getByRole('main').getByRole('button', { name: 'Quitar filtros' });
    await clear.click();
    await clear.waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe(tab);
  }
  await end();
});

const bug = { code: 'http/broken', message: 'Algo falló.', requestId: 'abc-123' };
