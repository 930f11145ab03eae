import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notify } from '#features/notifications/notify.ts';
import { newSite, type Site } from '../src/testing/listen.ts';
import { mailDue, personWithMail } from '../src/testing/stand-ins/notice-mail.ts';
import { expectWell, visit, widths } from './visit.ts';

let site: Site;
beforeAll(async () => {
  site = await newSite();
});
afterAll(async () => {
  await site.close();
});

const storedOf = (userId: string) => async () => {
  const row = await site.db
    .selectFrom('noticeSettings')
    .select(['chosen', 'quietFrom', 'quietUntil', 'digest'])
    .where('userId', '=', userId)
    .executeTakeFirst();
  return row ?? null;
};

describe.each(widths)('at %i px', (width) => {
  it('a member chooses what reaches them by mail, and in which hours nothing does', async () => {
    const person = await personWithMail(site);
    const stored = storedOf(person.id);
    const { page, end } = await visit(site, width, person);
    await page.goto('/notifications');
    await page.getByRole('link', { name: 'Elegir qué me llega' }).click();
    await page.getByRole('heading', { name: 'Qué avisos te llegan' }).waitFor();
    await expectWell(page, [width]);
    await page.getByRole('switch', { name: 'Pagos, planes y pedidos' }).click();
    await expect.poll(stored).toMatchObject({ chosen: { 'money:email': false } });
    await page.getByRole('switch', { name: 'Un correo al día' }).click();
    await expect.poll(stored).toMatchObject({ digest: true });
    await page.getByLabel('Hasta las').selectOption('9');
    await expect.poll(stored).toMatchObject({ quietFrom: 22, quietUntil: 9 });
    await page.getByRole('switch', { name: 'Que no me escriban de noche' }).click();
    await expect.poll(stored).toMatchObject({ quietFrom: null, quietUntil: null });
    await page.getByLabel('Hasta las').waitFor({ state: 'detached' });
    await end();
  });

  it('a visitor stops the letters of a kind by the link of one, and looking alone stops nothing', async () => {
    const person = await personWithMail(site);
    await notify(await site.ctxFor(), {
      to: [person.id],
      kind: 'classes.removed',
      detail: { title: 'Club de viajes', startsAt: new Date(Date.now() + 60_000).toISOString() },
    });
    const letter = (await mailDue(site)).find(({ to }) => to === person.email);
    const path = /\/unsubscribe#\S+/.exec(letter?.text ?? '')?.[0] ?? '';
    const { page, end } = await visit(site, width, null);
    await page.goto(path);
    await page.getByText('Dejaremos de escribirte sobre: Cambios en mis clases.').waitFor();
    await expectWell(page, [width]);
    expect(await storedOf(person.id)()).toBeNull();
    await page.getByRole('button', { name: 'Dejar de recibirlos' }).click();
    await page.getByRole('heading', { name: 'Listo, ya no te llegarán' }).waitFor();
    await expect.poll(storedOf(person.id)).toMatchObject({ chosen: { 'classes:email': false } });
    await end();
  });
});

it('a kid reads that letters are for adults, and has nothing to choose', async () => {
  const kid = await site.person({ ageGroup: 'kid' });
  const { page, end } = await visit(site, 390, kid);
  await page.goto('/notifications/choices');
  await page.getByText('Los correos son para personas adultas. Tus avisos están en la campana.').waitFor();
  await expect.poll(() => page.getByRole('switch').count()).toBe(0);
  await end();
});
