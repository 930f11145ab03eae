import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { languageCodes } from '#shared/languages.ts';
import { insertClass } from '../../src/testing/class-scene.ts';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { route } from '../route.ts';
import { desktop, expectWell, phone, press, visit, widths } from '../visit.ts';

let site: Site;
beforeAll(async () => {
  site = await newSite();
});
afterAll(async () => {
  await site.close();
});

/** Clubs of the coming week, one after another on its days, in eleven languages. */
async function addClubs(count: number) {
  const teacher = await site.person({ role: 'teacher', verified: true, name: 'Mariana Soto' });
  const clubs = Array.from({ length: count }, (_, n) => ({
    kind: 'club' as const,
    title: `Charla ${n}`,
    description: 'Para hablar',
    startsAt: new Date(Date.now() + ((n % 7) * 24 + 1) * 3_600_000),
    createdBy: teacher.id,
    language: languageCodes[n % 11] ?? null,
  }));
  await site.db.insertInto('classes').values(clubs).execute();
  const remove = () => site.db.deleteFrom('classes').where('createdBy', '=', teacher.id).execute();
  return { remove };
}

/** A board of the cup of this month, by the calendar of the cup. */
async function addCup() {
  const season = sql<string>`date_trunc('month', now() at time zone 'America/Mexico_City')::date`;
  const values = { season, rowCount: 1 };
  await site.db
    .insertInto('cupBoards')
    .values({ ...values, status: 'live', liveAt: new Date() })
    .execute();
  return { remove: () => site.db.deleteFrom('cupBoards').execute() };
}

/** A text of the landing page, or of another feature, in a language. */
function textOf(locale: string, key: string, feature = 'landing'): string {
  const file = path.join(import.meta.dirname, `../../src/features/${feature}/web/texts/${locale}.json`);
  return key.split('.').reduce((texts, part) => texts[part], JSON.parse(readFileSync(file, 'utf8')));
}

/** The words of a page as it is sent, without what is no text. */
async function readWords(address: string): Promise<string> {
  const html = await (await fetch(site.url + address)).text();
  return html.replaceAll(/<(script|style)[^>]*>.*?<\/\1>/gs, ' ').replaceAll(/<[^>]+>/g, ' ');
}

it('the landing page has every section, its anchors, its calls and its links', async () => {
  const { remove } = await addClubs(26);
  const cup = await addCup();
  await expect.poll(async () => (await readWords('/es')).includes('Cada mes empieza una copa')).toBe(true);
  const { page, end } = await visit(site, phone);
  await page.goto('/');
  const hero = page.locator('#inicio');
  await hero.getByText(/clubes de conversación todos los días y una copa cada mes/).waitFor();
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
  await expect
    .poll(() => hero.getByRole('link', { name: 'Comenzar gratis' }).getAttribute('href'))
    .toBe('/quiz');
  const french = hero.getByRole('link', { name: 'Francés' });
  await expect.poll(() => french.getAttribute('href')).toBe('/quiz?language=fr');

  for (const title of ['Clases en vivo', 'Comunidad activa', 'Práctica constante', 'Gana recompensas']) {
    await page.getByRole('heading', { name: title }).waitFor();
  }
  const clubs = page.locator('#clubes');
  const benefits = clubs.getByRole('list').first().getByRole('heading', { level: 3 });
  await expect.poll(() => benefits.count()).toBe(4);
  await expect
    .poll(() => clubs.getByRole('link', { name: 'Encuentra tu club' }).getAttribute('href'))
    .toBe('/quiz');
  await clubs.getByText(/^Más de 25 clubes de conversación cada semana/).waitFor();
  await clubs.getByRole('heading', { name: 'Todos los días' }).waitFor();
  const challenge = page.locator('#desafio');
  await challenge.getByText('500, 300 y 200 para el podio de cada idioma.').waitFor();
  await expect.poll(() => challenge.getByRole('heading', { level: 3 }).count()).toBe(4);
  await expect
    .poll(() => challenge.getByRole('link', { name: 'Hacer el quiz' }).getAttribute('href'))
    .toBe('/quiz');
  await expect
    .poll(() => challenge.getByRole('link', { name: 'Ver el ranking' }).getAttribute('href'))
    .toBe('/ranking');
  await expect.poll(() => page.getByText('Ejemplo', { exact: true }).count()).toBe(2);
  await expect.poll(() => page.getByRole('img', { name: '5 de 5 estrellas' }).count()).toBe(2);
  await page.getByRole('heading', { name: 'Queremos crecer con aliados' }).waitFor();

  for (const person of ['Mariana Torres', 'Andrés Restrepo']) {
    const portrait = page.getByRole('img', { name: `Retrato dibujado de ${person}` });
    await portrait.scrollIntoViewIfNeeded();
    expect((await portrait.locator('svg').boundingBox())?.width, person).toBeGreaterThan(40);
  }
  const plans = page.getByRole('region', { name: 'Empieza gratis' });
  await plans.getByRole('link', { name: 'Comenzar gratis' }).waitFor();
  const words = await plans.locator('> ul > li').allTextContents();
  // The clubs are free, so the dearer plans open no more of them, and say no number.
  const opens = '26 clases y clubes en los próximos 7 días';
  expect(words.map((each) => each.replaceAll('\u00a0', ' '))).toEqual([
    `GratuitoGratispara siempreVideos cortos todos los díasClubes y clases gratuitasLa copa del mes y tus sumicoins${opens}`,
    'Básico$10 USDal mesTodo lo del plan GratuitoClubes y clases del plan Básico',
    'Premium$20 USDal mesTodo lo del plan BásicoClubes y clases del plan Premium',
    'VIP$30 USDal mesTodo lo del plan PremiumTodas las clases, también las VIP',
  ]);

  const footer = page.locator('footer');
  await expect.poll(() => footer.getByRole('list', { name: 'Síguenos' }).getByRole('link').count()).toBe(6);
  await footer.getByText(`© 2025–${new Date().getFullYear()} Sumi`, { exact: false }).waitFor();
  await expectWell(page);
  await end();
  await remove();
  await cup.remove();
});

it('the landing page of a community that begins claims nothing that is not so: a figure that is counted, or none', async () => {
  const { page, end } = await visit(site, desktop);
  await site.db
    .updateTable('cupSettings')
    .set({ firstPrize: 250, secondPrize: 100, thirdPrize: 0 })
    .execute();
  await expect.poll(async () => (await readWords('/es')).includes('250 y 100 para el podio')).toBe(true);
  await page.goto('/');
  const [hero, clubs] = [page.locator('#inicio'), page.locator('#clubes')];
  await hero.getByText('Otro idioma, hablando').waitFor();
  await clubs.getByText(/^Conversación en grupos chicos\./).waitFor();
  await clubs.getByRole('heading', { name: 'A tu hora' }).waitFor();
  const challenge = page.locator('#desafio');
  await challenge.getByText('250 y 100 para el podio de cada idioma.').waitFor();
  await challenge.getByText(/^Cuando empiece la copa,/).waitFor();
  await expect.poll(() => challenge.getByRole('heading', { level: 3 }).count()).toBe(4);
  await expectWell(page);
  for (const locale of ['es', 'en', 'fr', 'pt', 'de', 'ko', 'zh']) {
    const words = await readWords(`/${locale}`);
    expect(words, locale).not.toMatch(/\b(25|500|300|200)\b/);
    const claims = [
      'challenge.text',
      'challenge.benefits.count.text',
      'hero.subtitleSometimes',
      'plans.text',
    ];
    for (const claim of claims) expect(words, `${locale} ${claim}`).not.toContain(textOf(locale, claim));
    const [videos, cup] = ['includes.free.first', 'includes.free.third'].map((key) =>
      textOf(locale, key, 'memberships'),
    );
    expect(words, locale).toContain(videos);
    expect(words, locale).not.toContain(cup);
  }

  const { remove } = await addClubs(3);
  await page.reload();
  await hero.getByText('3 idiomas', { exact: true }).waitFor();
  await clubs.getByText(/^3 clubes de conversación en los próximos siete días\./).waitFor();
  await clubs.getByText('3 clubes en los próximos siete días', { exact: true }).waitFor();
  await expect.poll(() => clubs.locator('figure svg').count()).toBe(3);
  await expectWell(page);
  await end();
  await remove();
  await site.db
    .updateTable('cupSettings')
    .set({ firstPrize: 500, secondPrize: 300, thirdPrize: 200 })
    .execute();
});

describe.each(widths)('at %i px', (width) => {
  it('the bar leads a visitor to the sections, to sign-in and to the quiz', async () => {
    const { page, end } = await visit(site, width);
    await page.goto('/');
    const bar = async () => {
      if (width === desktop) return page.getByRole('banner');
      await page.getByRole('button', { name: 'Abrir el menú' }).click();
      return page.getByRole('dialog');
    };
    await page.getByRole('banner').getByRole('link', { name: 'Iniciar sesión' }).waitFor();
    await (await bar()).getByRole('link', { name: 'Clubes' }).click();
    await page.waitForURL('**/#clubes');
    await expect
      .poll(() => page.locator('#clubes').evaluate((it) => it.getBoundingClientRect().top))
      .toBeLessThan(200);
    const links = await bar();
    await expect
      .poll(() => links.getByRole('link', { name: 'Iniciar sesión' }).getAttribute('href'))
      .toBe('/auth');
    for (const hidden of ['Mi panel', 'Videos', 'Práctica en vivo']) {
      await expect.poll(() => links.getByRole('link', { name: hidden }).count()).toBe(0);
    }
    await end();
  });
});

it('an administrator chooses a review for the landing page, where it takes the place of the demo’s examples', async () => {
  const teacher = await site.person({ role: 'teacher', verified: true });
  const student = await site.person({ name: 'Lucía Gómez' });
  const id = await insertClass(site.db, teacher, {
    title: 'Club que gustó',
    startsAt: new Date(Date.now() - 24 * 3_600_000),
  });
  const words = 'Por fin me animé a hablar.';
  await site.db
    .insertInto('classReviews')
    .values({ classId: id, userId: student.id, teacherId: teacher.id, rating: 5, words, mayQuote: true })
    .execute();
  const visitor = await visit(site, phone);
  const testimonials = visitor.page.getByRole('region', { name: 'Así suena la comunidad' });
  await visitor.page.goto('/');
  await visitor.page.getByRole('region', { name: 'Empieza gratis' }).getByText('$10').waitFor();
  await testimonials.waitFor();
  await expect.poll(() => testimonials.getByText('Ejemplo').count()).toBe(2);

  const { page, end } = await visit(site, desktop, await site.person({ role: 'admin' }));
  await page.goto(`/admin/classes?class=${id}`);
  await page.getByRole('tab', { name: 'Reseñas' }).click();
  const choice = page.getByRole('switch', { name: 'Mostrar en la página de inicio: Lucía Gómez' });
  await press(choice);
  await expect.poll(() => choice.isChecked()).toBe(true);
  await expect.poll(() => choice.isEnabled()).toBe(true);
  await expectWell(page, [desktop]);
  await visitor.page.reload();
  const quote = testimonials.getByRole('figure');
  await quote.getByText(words).waitFor();
  await quote.getByText('Lucía G.').waitFor();
  await expectWell(visitor.page);
  // The review takes the place of the demo's examples.
  await expect.poll(() => testimonials.getByText('Ejemplo').count()).toBe(0);
  // A visitor who wants to report it signs in first.
  await quote.getByRole('link', { name: 'Reportar las palabras de Lucía G.' }).click();
  await visitor.page.waitForURL('**/auth');
  await end();
  await visitor.end();
});

it('a member finds a section of the landing page from another public page, and in its bar the way to their own pages', async () => {
  const { page, end } = await visit(site, desktop, await site.person());
  await page.goto('/quiz');
  await page.getByRole('banner').getByRole('link', { name: 'Clubes' }).click();
  await page.waitForURL('**/#clubes');
  await page.locator('#clubes').getByRole('link', { name: 'Encuentra tu club' }).waitFor();
  const bar = page.getByRole('banner');
  await expect
    .poll(() => bar.getByRole('link', { name: 'Mi panel' }).getAttribute('href'))
    .toBe('/dashboard');
  await expect.poll(() => bar.getByRole('link', { name: 'Iniciar sesión' }).isVisible()).toBe(false);
  await end();
});

/** The colours of a phone's own bars, one for each scheme of the system. */
const barColours = (page: Page) =>
  page.locator('meta[name="theme-color"]').evaluateAll((all) => all.map((it) => it.getAttribute('content')));

it('light and dark are switched on the landing page, and stay on the pages of the application', async () => {
  const { page, end } = await visit(site, desktop);
  await page.goto('/');
  const scheme = () => page.evaluate(() => document.documentElement.dataset.mantineColorScheme);
  await page.getByRole('banner').getByRole('button', { name: 'Pasar al tema oscuro' }).click();
  await expect.poll(scheme).toBe('dark');
  await expect.poll(() => barColours(page)).toEqual(['#171826', '#171826']);
  await expectWell(page);
  await page.getByRole('banner').getByRole('link', { name: 'Comenzar gratis' }).click();
  await page.waitForURL('**/quiz');
  await expect.poll(scheme).toBe('dark');
  await expect.poll(() => barColours(page)).toEqual(['#171826', '#171826']);
  await page.goto('/');
  await page.getByRole('banner').getByRole('button', { name: 'Pasar al tema claro' }).click();
  await expect.poll(scheme).toBe('light');
  await end();
});

it('the contact shows where the community has set a number, a network where it has set an address, and examples in the demo alone', async () => {
  const bare = await newSite({ links: { whatsApp: '', networks: {}, examples: false } });
  const reached = await newSite({
    links: {
      whatsApp: '5215512345678',
      networks: { tiktok: 'https://www.tiktok.com/@aqui' },
      examples: false,
    },
  });
  const first = await visit(bare, phone);
  await first.page.goto('/');
  await first.page.getByRole('region', { name: 'Empieza gratis' }).waitFor();
  await expect.poll(() => first.page.getByRole('link', { name: /WhatsApp|Escríbenos/ }).count()).toBe(0);
  await expect.poll(() => first.page.getByRole('list', { name: 'Síguenos' }).count()).toBe(0);
  await expect.poll(() => first.page.getByRole('region', { name: 'Así suena la comunidad' }).count()).toBe(0);
  await first.end();
  const { page, end } = await visit(reached, phone);
  await page.goto('/');
  const contact = page.locator('footer').getByRole('link', { name: /WhatsApp/ });
  await expect.poll(() => contact.getAttribute('href')).toMatch(/^https:\/\/wa\.me\/5215512345678\?text=/);
  await page.getByRole('link', { name: '¿Te gustaría sumarte? Escríbenos' }).waitFor();
  await expect.poll(() => page.getByRole('list', { name: 'Síguenos' }).getByRole('link').count()).toBe(1);
  await end();
  await Promise.all([bare.close(), reached.close()]);
});

it('the landing page shows real clubs: who hosts them, when, and how many seats are left; and their count where it is more than its claim', async () => {
  const teacher = await site.person({ role: 'teacher', verified: true, name: 'Mariana Soto' });
  const startsAt = new Date(Date.now() + 3_600_000);
  const { id } = await site.db
    .insertInto('classes')
    .values({
      kind: 'club',
      title: 'Café en inglés',
      description: 'Para hablar',
      startsAt,
      createdBy: teacher.id,
      language: 'en',
      maxStudents: 6,
      seatsTaken: 4,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const others = {
    kind: 'club',
    title: 'Charla',
    description: 'Para hablar',
    startsAt: new Date(Date.now() + 86_400_000),
    createdBy: teacher.id,
  };
  await site.db.insertInto('classes').values(Array(40).fill(others)).execute();
  const { page, end } = await visit(site, phone);
  await page.goto('/');
  await page.getByText('Más de 40 clubes de conversación cada semana', { exact: false }).waitFor();
  const club = page.locator('#clubes').getByRole('listitem').filter({ hasText: 'Café en inglés' });
  await club.getByText('Inglés · Mariana Soto').waitFor();
  await club.getByText('Quedan 2 lugares').waitFor();
  // In the zone of the browser, without its name.
  const timeZone = 'America/Mexico_City';
  const hour = new Intl.DateTimeFormat('en', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  });
  await club.getByText(new RegExp(`, ${hour.format(startsAt)}$`)).waitFor();
  await expect.poll(() => club.getByRole('link').getAttribute('href')).toBe(`/classes/${id}`);
  await expectWell(page);
  await end();
  await site.db.deleteFrom('classes').where('createdBy', '=', teacher.id).execute();
});

it('a browser that was signed in last time shows the spinner until the server says who it is, and leads to the feed; the anchors of the bar lead a member to the landing page', async () => {
  const { page, end } = await visit(site, phone, await site.person());
  await page.goto('/feed');
  await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' });
  const { promise: held, resolve: answer } = Promise.withResolvers<void>();
  await route(page, '**/api/accounts/me', async (route) => {
    await held;
    await route.fallback();
  });
  await page.goto('/');
  await page.getByRole('main').getByText('Cargando...').filter({ visible: true }).waitFor();
  await expect.poll(() => page.getByRole('heading', { level: 1 }).filter({ visible: true }).count()).toBe(0);
  answer();
  await page.waitForURL('**/feed');
  await page.goto('/#desafio');
  await page.getByRole('link', { name: 'Ver el ranking' }).waitFor();
  await end();
});

it('the landing page stays as it was while its content cannot be read, and comes without it where it never was', async () => {
  const there = await newSite({ sharedPages: false });
  const pageAt = async (address: string) => {
    const answer = await fetch(there.url + address);
    expect(answer.status).toBe(200);
    return answer.text();
  };
  const whole = await pageAt('/es');
  expect(whole).toContain('$10');
  await sql`alter table plans rename to plans_away`.execute(there.db);
  expect(await pageAt('/es')).toBe(whole);
  const bare = await pageAt('/fr');
  expect(bare).toContain('<h1');
  expect(bare).not.toContain('USD');
  await sql`alter table plans_away rename to plans`.execute(there.db);
  expect(await pageAt('/fr')).toContain('USD');
  await there.close();
});
