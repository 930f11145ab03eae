import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newSite, type Site } from '../src/testing/listen.ts';
import { desktop, expectWell, phone, visit, widths } from './visit.ts';

let site: Site;
beforeAll(async () => {
  site = await newSite();
});
afterAll(async () => {
  await site.close();
});

it('the landing page has every section, its anchors, its calls and its links', async () => {
  const { page, end } = await visit(site, phone);
  await page.goto('/');
  const hero = page.locator('#inicio');
  await hero.getByRole('heading', { level: 1, name: /Los idiomas se aprenden hablando/ }).waitFor();
  await hero.getByText('beta', { exact: false }).first().waitFor();
  for (const chip of ['Más de 10 idiomas', 'Comunidad de toda Latinoamérica', 'Gana mientras aprendes']) {
    await hero.getByText(chip).waitFor();
  }
  const hellos = ['Inglés', 'Español', 'Francés', 'Italiano', 'Portugués', 'Alemán', 'Chino'];
  for (const language of [...hellos, 'Coreano', 'Náhuatl', 'Árabe', 'Ruso', 'Hindi']) {
    await hero
      .getByRole('listitem')
      .filter({ hasText: new RegExp(`^${language}`, 'i') })
      .waitFor();
  }
  expect(await hero.getByRole('link', { name: 'Comenzar gratis' }).getAttribute('href')).toBe('/quiz');

  for (const title of ['Clases en vivo', 'Comunidad activa', 'Práctica constante', 'Gana recompensas']) {
    await page.getByRole('heading', { name: title }).waitFor();
  }
  const clubs = page.locator('#clubes');
  expect(await clubs.getByRole('heading', { level: 3 }).count()).toBe(4);
  expect(await clubs.getByRole('link', { name: 'Encuentra tu club' }).getAttribute('href')).toBe('/quiz');
  await clubs.getByText(/^Más de 25 clubes de conversación cada semana/).waitFor();
  const challenge = page.locator('#desafio');
  expect(await challenge.getByRole('heading', { level: 3 }).count()).toBe(4);
  expect(await challenge.getByRole('link', { name: 'Hacer el quiz' }).getAttribute('href')).toBe('/quiz');
  expect(await challenge.getByRole('link', { name: 'Ver el ranking' }).getAttribute('href')).toBe('/ranking');
  expect(await page.getByText('Ejemplo', { exact: true }).count()).toBe(2);
  expect(await page.getByRole('img', { name: '5 de 5 estrellas' }).count()).toBe(2);
  await page.getByRole('heading', { name: 'Crecemos con aliados' }).waitFor();

  const footer = page.locator('footer');
  expect(await footer.getByRole('link', { name: /WhatsApp/ }).getAttribute('href')).toMatch(
    /^https:\/\/wa\.me\//,
  );
  expect(await footer.getByRole('list', { name: 'Síguenos' }).getByRole('link').count()).toBe(6);
  await footer.getByText(`© 2025–${new Date().getFullYear()} Sumi`, { exact: false }).waitFor();
  await expectWell(page);
  await end();
});

describe.each(widths)('at %i px', (width) => {
  it('the bar leads a visitor to the sections, to signing in and to the quiz', async () => {
    const { page, end } = await visit(site, width);
    await page.goto('/');
    const bar = async () => {
      if (width === desktop) return page.getByRole('banner');
      await page.getByRole('button', { name: 'Abrir el menú' }).click();
      return page.getByRole('dialog');
    };
    await (await bar()).getByRole('link', { name: 'Clubes' }).click();
    await page.waitForURL('**/#clubes');
    await expect
      .poll(() => page.locator('#clubes').evaluate((it) => it.getBoundingClientRect().top))
      .toBeLessThan(200);
    const links = await bar();
    expect(await links.getByRole('link', { name: 'Iniciar sesión' }).getAttribute('href')).toBe('/auth');
    for (const hidden of ['Mi panel', 'Videos', 'Práctica en vivo']) {
      expect(await links.getByRole('link', { name: hidden }).count()).toBe(0);
    }
    await end();
  });
});

it('another language is kept, and the next visit opens in it without a word of Spanish before', async () => {
  const { page, context, end } = await visit(site, phone);
  await page.goto('/');
  // Again until the page, which was written out ahead, listens.
  const picker = page.getByRole('combobox').first();
  await expect
    .poll(async () => {
      await picker.selectOption('de');
      return page.getByRole('heading', { level: 1 }).textContent();
    })
    .not.toContain('aprenden');
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
  expect(await page.title()).not.toContain('aprenden');
  await expectWell(page);

  const next = await context.newPage();
  // The German texts take their time: nothing of the Spanish page may be seen meanwhile.
  await next.route(/assets\/de-/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 800));
    await route.continue();
  });
  await next.goto('/', { waitUntil: 'domcontentloaded' });
  expect(await next.evaluate(() => getComputedStyle(document.body).visibility)).toBe('hidden');
  await expect.poll(() => next.evaluate(() => getComputedStyle(document.body).visibility)).toBe('visible');
  expect(await next.getByRole('heading', { level: 1 }).textContent()).not.toContain('aprenden');
  await end();
});

it('what is counted is said where it is more than the claim', async () => {
  const teacher = await site.person({ role: 'teacher', verified: true });
  const startsAt = new Date(Date.now() + 86_400_000);
  const club = {
    kind: 'club',
    title: 'Charla',
    description: 'Para hablar',
    startsAt,
    createdBy: teacher.id,
  };
  const clubs = await site.db.insertInto('classes').values(Array(41).fill(club)).returning('id').execute();
  const { page, end } = await visit(site, phone);
  await page.goto('/');
  await page.getByText('Más de 40 clubes de conversación cada semana', { exact: false }).waitFor();
  await end();
  await site.db
    .deleteFrom('classes')
    .where(
      'id',
      'in',
      clubs.map(({ id }) => id),
    )
    .execute();
});

it('signed in, the bar’s anchors still lead to the landing page', async () => {
  const { page, end } = await visit(site, phone, await site.person());
  await page.goto('/#desafio');
  await page.getByRole('link', { name: 'Ver el ranking' }).waitFor();
  await page.goto('about:blank');
  await page.goto('/');
  await page.waitForURL('**/feed');
  await end();
});
