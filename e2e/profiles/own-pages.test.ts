import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { calendarDay, mexicoCity } from '#shared/time/zones.ts';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { seeFailureToast, seeToast } from '../failure-toast.ts';
import { type Route, route, unroute } from '../route.ts';
import { desktop, expectWell, go, phone, press, visit } from '../visit.ts';

const inDays = (days: number) =>
  calendarDay(new Date(Date.now() + days * 24 * 3600_000).toISOString(), mexicoCity);

let site: Site;
beforeAll(async () => {
  site = await newSite();
});
afterAll(async () => {
  await site.close();
});

it('the dashboard shows the streak, the figures and each level, whose bar stands at 25, 60 or 90 of 100; it shows the last five movements and leads to the rest', async () => {
  const person = await site.person({ name: 'Ana Ruiz', languages: ['en', 'fr'], coins: 1634 });
  // Six movements, with the bonus of the sign-up and the coins of this test.
  for (let n = 0; n < 4; n += 1) {
    await site.request(person, 'POST', '/api/store/orders', { itemId: 'custom-avatar' });
  }
  const profile = site.db.updateTable('profiles').where('userId', '=', person.id);
  await profile
    .set({
      level: 'basic',
      streakDays: 7,
      totalVideosWatched: 42,
      totalLearningSeconds: 7500,
      // Yesterday in Mexico City: the streak is alive.
      lastPracticeDay: calendarDay(new Date(Date.now() - 24 * 3600_000).toISOString(), mexicoCity),
    })
    .execute();
  const { page, end } = await visit(site, phone, person);
  await go(page, '/dashboard');
  await page.getByRole('heading', { level: 1, name: /, Ana!$/ }).waitFor();
  const stats = page.getByRole('list', { name: 'Tus números' });
  for (const [label, figure] of [
    ['Racha', '7 días'],
    ['Sumicoins', '1,234'],
    ['Videos vistos', '42'],
    ['Tiempo de aprendizaje', '2 h 5 min'],
  ] as const) {
    await stats.getByRole('listitem').filter({ hasText: label }).getByText(figure, { exact: true }).waitFor();
  }
  await page.getByText('De prueba').waitFor();
  for (const [name, to] of [
    ['Ver videos', '/feed'],
    ['Mis clases', '/classes'],
    ['Ver la copa', '/ranking'],
    ['Clubes en vivo', '/conversation-clubs'],
    ['Enseñar en Sumi', '/teacher'],
  ] as const) {
    const actions = page.getByRole('region', { name: '¿Qué hacemos hoy?' });
    await expect.poll(() => actions.getByRole('link', { name }).getAttribute('href')).toBe(to);
  }
  await expectWell(page);
  for (const [level, percent, word] of [
    ['basic', 25, 'Principiante'],
    ['intermediate', 60, 'Intermedio'],
    ['advanced', 90, 'Avanzado'],
  ] as const) {
    if (level !== 'basic') {
      await profile.set({ level }).execute();
      await page.reload();
    }
    for (const language of ['inglés', 'francés']) {
      const bar = page.getByRole('progressbar', { name: new RegExp(language, 'i') });
      await expect.poll(() => bar.getAttribute('aria-valuenow')).toBe(String(percent));
      await expect.poll(() => bar.getAttribute('aria-valuetext')).toBe(word);
    }
  }

  const movements = page.getByRole('region', { name: 'Últimos movimientos' });
  await expect.poll(() => movements.getByRole('listitem').count()).toBe(5);
  await movements.getByRole('link', { name: 'Ver todos' }).click();
  await page.waitForURL('**/coins');
  await expect.poll(() => page.getByRole('main').getByRole('listitem').count()).toBeGreaterThanOrEqual(6);
  await end();
});

it('a ledger without movements says so on its page and on the dashboard', async () => {
  const { page, end } = await visit(site, phone, await site.person());
  // The sign-up bonus fills every real ledger.
  await route(page, '**/api/coins/ledger*', (route) =>
    route.fulfill({ json: { items: [], nextCursor: null } }),
  );
  for (const path of ['/coins', '/dashboard']) {
    await go(page, path);
    await page.getByRole('main').getByText('No hay transacciones aún').waitFor();
    await expectWell(page);
  }
  await end();
});

it('a profile is edited, saved, left as it was, and says so when that fails; the links at its head lead to its parts and stay in reach; a holiday of the streak is planned and ended', async () => {
  const person = await site.person({ name: 'Ana Ruiz' });
  await sql`select give_shield(${person.id})`.execute(site.db);
  const { page, end } = await visit(site, phone, person, { mayBreak: true });
  await go(page, '/profile');
  await page.getByRole('heading', { level: 1, name: 'Mi perfil' }).waitFor();
  const parts = page.getByRole('navigation', { name: 'Partes de tu perfil' });
  for (const part of ['Sesiones', 'Cómo aprendes']) {
    await parts.getByRole('link', { name: part, exact: true }).click();
    // Below the bar and the links, above the tab bar.
    await expect
      .poll(async () => (await page.getByRole('heading', { name: part, exact: true }).boundingBox())?.y ?? 0)
      .toSatisfy((y: number) => y > 100 && y < 700);
    await expect
      .poll(async () => (await parts.boundingBox())?.y ?? -1)
      .toSatisfy((y: number) => y > 40 && y < 120);
  }

  const edit = page.getByRole('button', { name: 'Editar: Información personal' });
  await edit.click();
  await page.getByLabel('Nombre').fill('Ana María Ruiz');
  await page.getByRole('button', { name: 'Cancelar', exact: true }).click();
  await page.getByRole('main').getByText('Ana Ruiz', { exact: true }).first().waitFor();

  await edit.click();
  // The address and the kind of profile are read, not typed.
  await expect.poll(() => page.getByLabel('Correo electrónico').count()).toBe(0);
  await page.getByRole('main').getByText(person.email).first().waitFor();
  await page.getByLabel('Nombre').fill('Ana María Ruiz');
  await page.getByRole('combobox', { name: 'País' }).or(page.getByLabel('País')).first().fill('Perú');
  await route(page, '**/api/profiles/me', (route) =>
    route.method === 'PATCH' ? route.abort() : route.fallback(),
  );
  await seeToast(page, 'No se pudo actualizar el perfil', () =>
    page.getByRole('button', { name: 'Guardar cambios' }).click(),
  );
  await expect.poll(() => page.getByLabel('Nombre').inputValue()).toBe('Ana María Ruiz');
  await unroute(page, '**/api/profiles/me');
  await page.getByRole('button', { name: 'Guardar cambios' }).click();
  await page.getByText('Perfil actualizadoTus datos se guardaron correctamente.').waitFor();
  await page.reload();
  await page.getByText('Ana María Ruiz').first().waitFor();
  await page.getByText('Perú').first().waitFor();

  const streak = page.getByRole('region', { name: 'Tu racha' });
  await streak.getByText('Escudos guardados: 1 de 2.').waitFor();
  const store = streak.getByRole('link', { name: 'Conseguir un escudo' });
  await expect.poll(() => store.getAttribute('href')).toBe('/store');
  await expect.poll(() => streak.getByLabel('Primer día').count()).toBe(0);
  const plan = () => streak.getByRole('button', { name: 'Planear vacaciones' }).click();
  await plan();
  await expect
    .poll(() => streak.getByLabel('Primer día').evaluate((it) => it === document.activeElement))
    .toBe(true);
  await streak.getByLabel('Primer día').fill(inDays(2));
  await streak.getByLabel('Último día').fill(inDays(4));
  await expectWell(page);
  const notChanged = { of: '**/api/profiles/me/holiday', says: 'No se pudieron cambiar tus vacaciones' };
  await seeFailureToast(page, notChanged, plan);
  await seeToast(page, '¡Buen viaje! Tu racha te espera.', plan);
  const planned = streak.getByText(/^Del .* al .*: tu racha te espera\.$/);
  await planned.waitFor();
  await sql`select give_shield(${person.id})`.execute(site.db);
  await page.reload();
  await planned.waitFor();
  // With as many shields as there may be, none is offered.
  await streak.getByText('Escudos guardados: 2 de 2.').waitFor();
  await expect.poll(() => store.count()).toBe(0);
  const cancel = () => streak.getByRole('button', { name: 'Cancelar vacaciones' }).click();
  await seeFailureToast(page, notChanged, cancel);
  await seeToast(page, 'Listo, ya no hay vacaciones planeadas', cancel);
  await streak.getByRole('button', { name: 'Planear vacaciones' }).waitFor();
  await sql`insert into streak_holidays select ${person.id}, today - 1, today + 2, today - 3
    from own_day(${person.id}, now()) as today`.execute(site.db);
  await page.reload();
  await streak.getByRole('button', { name: 'Terminar vacaciones' }).click();
  const asking = page.getByRole('dialog', { name: '¿Terminar tus vacaciones?' });
  const back = () => asking.getByRole('button', { name: 'Sí, terminar' }).click();
  await seeToast(page, 'Listo, tus vacaciones terminaron', back);
  await streak.getByRole('button', { name: 'Planear vacaciones' }).waitFor();
  await end();
});

it('a member who has left their profile before it could not be saved is told so on the page where they are', async () => {
  const { page, end } = await visit(site, desktop, await site.person({ name: 'Ana Ruiz' }), {
    mayBreak: true,
  });
  await go(page, '/profile');
  await page.getByRole('button', { name: 'Editar: Información personal' }).click();
  const isLeft = Promise.withResolvers<void>();
  await route(page, '**/api/profiles/me', async (asked) => {
    if (asked.method !== 'PATCH') return asked.fallback();
    await isLeft.promise;
    await asked.abort();
  });
  await page.getByRole('button', { name: 'Guardar cambios' }).click();
  await page.getByRole('link', { name: 'Tienda' }).first().click();
  await page.waitForURL('**/store');
  await page.getByRole('heading', { level: 1, name: 'Mi perfil' }).waitFor({ state: 'detached' });
  await seeToast(page, 'No se pudo actualizar el perfil', async () => isLeft.resolve());
  await end();
});

it('a day whose year has a digit too many is no day, and the page of the form stays', async () => {
  const { page, end } = await visit(site, desktop, await site.person());
  await go(page, '/profile');
  await page.getByRole('button', { name: 'Planear vacaciones' }).click();
  const first = page.getByLabel('Primer día');
  await first.fill('20266-11-21');
  await expect.poll(() => first.inputValue()).toBe('');
  await first.fill(inDays(2));
  await expect.poll(() => first.inputValue()).toBe(inDays(2));
  // A browser that knows the last day lets only four digits be typed.
  await expect.poll(() => first.getAttribute('max')).toBe('9999-12-31');
  await end();
});

it('a signed-in student saves the short quiz, without handles, into their profile and is told so', async () => {
  const person = await site.person();
  const { page, end } = await visit(site, phone, person, { mayBreak: true });
  await go(page, '/quiz');
  await press(page.getByRole('checkbox', { name: 'Coreano' }));
  await page.getByRole('button', { name: 'Continuar' }).click();
  await press(page.getByRole('radio', { name: 'Avanzado' }));
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.getByRole('button', { name: 'Completar' }).click();
  await route(page, '**/api/quiz/answers', (route) => route.abort());
  await page.getByRole('button', { name: 'Guardar y Continuar' }).click();
  await page.getByText('No pudimos guardar tus respuestas').waitFor();
  await unroute(page, '**/api/quiz/answers');
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await route(page, '**/api/quiz/answers', async (route) => {
    await held;
    await route.fallback();
  });
  await page.getByRole('button', { name: 'Guardar y Continuar' }).click();
  await page.getByRole('button', { name: 'Guardando...' }).waitFor();
  await seeToast(page, 'Guardamos tus respuestas', async () => release());
  await page.waitForURL('**/feed');
  const saved = await site.db
    .selectFrom('profiles')
    .select(['languages', 'level'])
    .where('userId', '=', person.id)
    .executeTakeFirst();
  expect(saved).toEqual({ languages: ['ko'], level: 'advanced' });
  await end();
});

it('a member keeps their languages in the quiz however late their account and profile are read, and where reading failed', async () => {
  const person = await site.person({ languages: ['en', 'ko'] });
  const { page, end } = await visit(site, phone, person, { mayBreak: true });
  // Known here, but with no profile among the answers that the browser keeps.
  await go(page, '/terms');
  await page.evaluate(() => localStorage.setItem('sumi.wasSignedIn', '1'));
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await route(page, '**/api/accounts/me', async (asked) => {
    await held;
    await asked.fallback();
  });
  await route(page, '**/api/profiles/me', (asked) => asked.abort());
  await page.goto('/quiz');
  await page.locator('form').waitFor();
  await expect.poll(() => page.locator('form [inert]').count()).toBe(1);
  letGo();
  const failed = page.getByRole('main').getByRole('alert');
  await failed.waitFor();
  await expectWell(page);
  await unroute(page, '**/api/profiles/me');
  await failed.getByRole('button', { name: 'Intentar de nuevo' }).click();
  for (const name of ['Inglés', 'Coreano'])
    await page.getByRole('checkbox', { name, checked: true }).waitFor();
  await end();
});

it('of two quick choices of a language the last one stays, also while the first is still being saved', async () => {
  const person = await site.person();
  const { page, end } = await visit(site, desktop, person);
  await go(page, '/dashboard');
  const held: Route[] = [];
  await route(page, '**/api/profiles/me', (asked) =>
    asked.method === 'GET' || held.length > 0 ? asked.fallback() : void held.push(asked),
  );
  await page.getByRole('combobox', { name: 'Idioma de la página' }).selectOption('en');
  await expect.poll(() => held.length).toBe(1);
  await page.getByRole('combobox', { name: 'Page language' }).selectOption('de');
  await page.getByRole('combobox', { name: 'Sprache der Seite' }).waitFor();
  const languages: string[] = [];
  await page.exposeFunction('noteLanguage', (language: string) => void languages.push(language));
  await page.evaluate(() => {
    const { documentElement } = document;
    const note = () =>
      (window as unknown as { noteLanguage(language: string): void }).noteLanguage(documentElement.lang);
    new MutationObserver(note).observe(documentElement, { attributeFilter: ['lang'] });
  });
  await held[0]?.fallback();
  const saved = () =>
    site.db.selectFrom('users').select('locale').where('id', '=', person.id).executeTakeFirstOrThrow();
  await expect.poll(async () => (await saved()).locale).toBe('de');
  await page.waitForTimeout(500); // An answer of the first choice would turn the page by now.
  expect(languages).toEqual([]);
  await end();
});
