import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { insertClass, insertSeats } from '../../src/testing/class-scene.ts';
import type { Person } from '../../src/testing/community.ts';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { desktop, expectWell, go, phone, resize, visit } from '../visit.ts';
import { zoneFarFromMidnight } from './zone-far-from-midnight.ts';

/** What cards say of a seat that a student has, is offered or may take, and how they lie. */

let site: Site;
let teacher: Person;
beforeAll(async () => {
  site = await newSite();
  teacher = await site.person({ role: 'teacher', verified: true, name: 'Mariana Cifuentes' });
});
afterAll(async () => {
  await site.close();
});
beforeEach(async () => {
  await site.db.deleteFrom('classes').execute();
  await site.db.updateTable('classRules').set({ clubsAhead: 10 }).execute();
});

const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3600_000);
const add = (facts: Parameters<typeof insertClass>[2]) => insertClass(site.db, teacher, facts);
const cardOf = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title });

it('the dashboard says of an offered seat that it became free, and of the next club below it that it is today', async () => {
  const student = await site.person({ zone: zoneFarFromMidnight() });
  const soon = await add({ title: 'English Coffee', kind: 'club', startsAt: hoursFromNow(1) });
  const later = await add({ title: 'Speaking Circle', kind: 'club', startsAt: hoursFromNow(72) });
  for (const id of [soon, later]) await insertSeats(site.db, id, student);
  await site.db
    .updateTable('classEnrollments')
    .set({ heldUntil: hoursFromNow(5) })
    .where('classId', '=', later)
    .execute();
  const { page, end } = await visit(site, phone, student);
  await go(page, '/dashboard');
  const offered = page.getByRole('region', { name: /^Speaking Circle/ });
  await offered.getByText('Se liberó un lugar').waitFor();
  await page.getByRole('link', { name: /^Tu próximo club.*English Coffee.*Hoy, \d\d:\d\d/ }).waitFor();
  await expectWell(page);
  await end();
});

it('a student whose plan ends before a class in which they have a seat reads so in it, and goes on to the plan', async () => {
  const student = await site.person({ tier: 'premium' });
  const id = await add({ title: 'Plática de cine', requiredTier: 'premium', startsAt: hoursFromNow(240) });
  await insertSeats(site.db, id, student);
  await site.db
    .updateTable('userMemberships')
    .set({ startedAt: hoursFromNow(-240), endsAt: hoursFromNow(120) })
    .where('userId', '=', student.id)
    .execute();
  const { page, end } = await visit(site, phone, student);
  await go(page, `/classes?class=${id}`);
  const drawer = page.getByRole('dialog');
  await drawer.getByText(/^Tu plan termina el \d/).waitFor();
  await expectWell(page);
  await drawer.getByRole('link', { name: 'Ver mi plan' }).click();
  await page.getByRole('heading', { level: 1, name: 'Mi plan' }).waitFor();
  await end();
});

it('a student whose class begins soon without a link reads so, and enters once its teacher has pasted one', async () => {
  const student = await site.person();
  const id = await add({ title: 'Sin enlace', startsAt: hoursFromNow(0.15) });
  await insertSeats(site.db, id, student);
  const { page, end } = await visit(site, phone, student);
  await go(page, `/classes?class=${id}`);
  const dialog = page.getByRole('dialog');
  const missing = dialog.getByText('Todavía no hay enlace para entrar.', { exact: false });
  await missing.waitFor();
  await expectWell(page);
  const link = { version: 1, meetLink: 'https://meet.example/sala' };
  expect((await site.request(teacher, 'PATCH', `/api/classes/${id}`, link)).status).toBe(200);
  await dialog.getByRole('link', { name: 'Entrar a la sala' }).waitFor();
  await expect.poll(() => missing.count()).toBe(0);
  await end();
});

it('a student whose plan includes a club reads so beside its price, and no price once they have a seat', async () => {
  const title = 'English Coffee';
  const facts = { title, kind: 'club', requiredTier: 'basic' } as const;
  await add({ ...facts, startsAt: hoursFromNow(0.1) });
  const student = await site.person({ tier: 'premium', zone: zoneFarFromMidnight() });
  const { page, end } = await visit(site, phone, student);
  await go(page, '/classes?tab=upcoming');
  const card = cardOf(page, title);
  await card.getByText('Incluido en tu plan').waitFor();
  const price = page.getByRole('main').getByText(/^\$10\sUSD/);
  await price.filter({ visible: true }).waitFor();
  const sizes = [
    [desktop, 800],
    [phone, 844],
  ] as const;
  await go(page, '/calendar');
  for (const [width, height] of sizes) {
    await resize(page, width, height);
    await page.getByText('Incluido en tu plan').filter({ visible: true }).first().waitFor();
  }
  await go(page, '/classes?tab=upcoming');
  await card.getByRole('button', { name: `Inscribirme: ${title}` }).click();
  await card.getByText('Tienes tu lugar').waitFor();
  await expect.poll(() => price.count()).toBe(0);
  await go(page, '/calendar');
  for (const [width, height] of sizes) {
    await resize(page, width, height);
    await page.getByText('Tienes tu lugar').filter({ visible: true }).first().waitFor();
    await expect.poll(() => price.count()).toBe(0);
  }
  await end();
});

it('a student with as many clubs ahead as they may have reads on another from when it fits, and books it once they leave one', async () => {
  const [first, second, third] = ['Coffee', 'Speaking Circle', 'Book Club'] as const;
  for (const [nth, title] of [first, second, third].entries())
    await add({ title, kind: 'club', startsAt: hoursFromNow(30 + nth) });
  await site.db.updateTable('classRules').set({ clubsAhead: 2 }).execute();
  const { page, end } = await visit(site, phone, await site.person());
  await go(page, '/classes?tab=upcoming');
  const enrol = (title: string) => cardOf(page, title).getByRole('button', { name: `Inscribirme: ${title}` });
  for (const title of [first, second]) {
    await enrol(title).click();
    await cardOf(page, title).getByText('Tienes tu lugar').waitFor();
  }
  await cardOf(page, third)
    .getByText(/^Puedes reservar 2 clubes a la vez y ya los tienes. Desde el .* cabe otro.$/)
    .waitFor();
  await expect.poll(() => enrol(third).count()).toBe(0);
  await expectWell(page);
  await cardOf(page, third).getByRole('link', { name: 'Ver mis lugares' }).click();
  await cardOf(page, first)
    .getByRole('button', { name: `Cancelar inscripción: ${first}` })
    .click();
  await expect.poll(() => cardOf(page, first).count()).toBe(0);
  await page.getByRole('tab', { name: 'Próximas' }).click();
  await enrol(third).click();
  await cardOf(page, third).getByText('Tienes tu lugar').waitFor();
  await end();
});

it('the heads of cards in one row begin at one height, however long their titles are', async () => {
  const titles = ['Coffee', 'Charla relámpago de hoy', 'Una clase con un título que ocupa más de un renglón'];
  for (const title of titles) await add({ title, kind: 'club', startsAt: hoursFromNow(0.2) });
  const { page, end } = await visit(site, desktop, await site.person());
  await go(page, '/conversation-clubs');
  await cardOf(page, 'Coffee').waitFor();
  const tops = titles.map(async (title) => {
    const box = await cardOf(page, title).locator('time').first().boundingBox();
    return Math.round(box?.y ?? -1);
  });
  expect(new Set(await Promise.all(tops)).size).toBe(1);
  const link = await page.getByRole('link', { name: 'Coffee', exact: true }).boundingBox();
  expect(link?.height).toBeGreaterThanOrEqual(44);
  await end();
});

it('the seats of a student lie day beside day on a desktop, and day below day on a phone', async () => {
  const student = await site.person();
  for (const [title, hours] of [
    ['Coffee', 30],
    ['Una clase con un título que ocupa más de un renglón', 54],
  ] as const) {
    await insertSeats(site.db, await add({ title, startsAt: hoursFromNow(hours) }), student);
  }
  const { page, end } = await visit(site, desktop, student);
  await go(page, '/classes');
  const edges = async () => {
    const boxes = await Promise.all(
      (await page.getByRole('article').all()).map((each) => each.boundingBox()),
    );
    return boxes.map((box) => [Math.round(box?.y ?? -1), Math.round((box?.y ?? -1) + (box?.height ?? 0))]);
  };
  await expect.poll(() => page.getByRole('article').count()).toBe(2);
  const [first, second] = await edges();
  expect(second).toEqual(first);
  await expectWell(page);
  await resize(page, phone, 844);
  await expect
    .poll(async () => {
      const [above, below] = await edges();
      return below![0]! > above![1]!;
    })
    .toBe(true);
  const widths = await page.getByRole('article').evaluateAll((all) => all.map((each) => each.clientWidth));
  expect(new Set(widths).size).toBe(1);
  await end();
});

it('a seat of a class that starts within a day is sold with the word that there is no refund', async () => {
  const title = 'Tertulia de esta noche';
  await add({ title, startsAt: hoursFromNow(7), requiredTier: 'premium' });
  const { page, end } = await visit(site, phone, await site.person());
  await go(page, '/classes?tab=upcoming');
  await page.getByRole('button', { name: new RegExp(`^Desbloquear .*${title}$`) }).click();
  const sale = page.getByRole('dialog');
  await sale.getByText('Tu plan no incluye esta clase. Paga solo este lugar o mejora tu plan.').waitFor();
  await sale.getByText('Empieza en menos de 24 h: si pagas y lo dejas, ya no hay devolución.').waitFor();
  await expect.poll(() => sale.getByText('te devolvemos el dinero').count()).toBe(0);
  await expectWell(page);
  await end();
});
