import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Person } from '../../src/testing/community.ts';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { seeFailureToast } from '../failure-toast.ts';
import { desktop, expectWell, go, phone, visit } from '../visit.ts';
import { addClass, minutesFromNow, openDrawer } from './organised-class.ts';

let site: Site;
let teacher: Person;
beforeAll(async () => {
  site = await newSite();
  teacher = await site.person({ role: 'teacher', verified: true, name: 'Inés' });
});
afterAll(() => site.close());

const words = 'Llego diez minutos tarde.\nTraigan la página 12. https://files.example/12.pdf';

it('a teacher writes to a class, whose students find the message in the bell and on the page of the class', async () => {
  const [ana, leo] = [await site.person({ name: 'Ana Ruiz' }), await site.person({ name: 'Leo Paz' })];
  const title = 'Inglés del jueves';
  const id = await addClass(site, { title, by: teacher, startsAt: minutesFromNow(60), people: [ana, leo] });
  const { page, end } = await visit(site, phone, teacher, { mayBreak: true });
  await openDrawer(page, id);
  await page.getByRole('tab', { name: 'Asistencia' }).click();
  await page.getByRole('button', { name: 'Escribir a la clase' }).click();
  const dialog = page.getByRole('dialog', { name: 'Escribir a la clase' });
  await dialog.getByText(`Lo leen 2 personas: quienes tienen su lugar en «${title}».`).waitFor();
  const field = dialog.getByRole('textbox', { name: 'Tu mensaje' });
  const send = () => dialog.getByRole('button', { name: 'Enviar' }).click();
  await send();
  await dialog.getByText('Escribe tu mensaje.').waitFor();
  await field.fill(words);
  await dialog.getByText(`${words.length} / 500`).waitFor();
  await expectWell(page);
  await seeFailureToast(page, { of: '**/messages', says: 'No se pudo enviar el mensaje' }, send);
  // What was typed stays, to be sent again.
  await expect.poll(() => field.inputValue()).toBe(words);
  await send();
  await page.getByText('Enviado a 2 personas').waitFor();
  const sent = page.getByRole('list', { name: 'Mensajes a la clase' });
  await sent.getByText('Traigan la página 12.').waitFor();
  await sent.getByText(/^Inés · .* · 2 personas$/).waitFor();
  await dialog.waitFor({ state: 'hidden' });
  await expectWell(page);

  const hers = await visit(site, desktop, ana);
  await go(hers.page, '/notifications');
  await hers.page
    .getByRole('link', { name: /^Inés te escribe sobre «Inglés del jueves».*Traigan la página 12\./ })
    .click();
  const drawer = hers.page.getByRole('dialog');
  await drawer.getByRole('heading', { name: 'Mensajes' }).waitFor();
  await drawer.getByRole('list', { name: 'Mensajes' }).getByText('Llego diez minutos tarde.').waitFor();
  await drawer.getByRole('link', { name: 'https://files.example/12.pdf', exact: true }).waitFor();
  await drawer.getByRole('button', { name: /^Reportar el mensaje «Llego diez/ }).waitFor();
  await expectWell(hers.page);
  await go(hers.page, `/classes/${id}`);
  await hers.page.getByRole('list', { name: 'Mensajes' }).getByText('Llego diez minutos tarde.').waitFor();
  await expectWell(hers.page);
  await hers.end();

  // The menu of the class leads to the same dialog, and the sixth message of a day is refused in words.
  for (const nth of [2, 3, 4, 5])
    await site.request(teacher, 'POST', `/api/classes/${id}/messages`, { words: `Mensaje ${nth}` });
  await page.getByRole('tab', { name: 'Detalles' }).click();
  await page.getByRole('button', { name: `Acciones de ${title}` }).press('Enter');
  await page.locator('[role=menu]:focus-within').waitFor();
  await page.getByRole('menuitem', { name: 'Escribir a la clase' }).press('Enter');
  await dialog.getByText('Ya van cinco mensajes en 24 horas.', { exact: false }).waitFor();
  await expect.poll(() => dialog.getByRole('button', { name: 'Enviar' }).isDisabled()).toBe(true);
  await expectWell(page);
  await end();
});

it('a reader of a class gets at every earlier message without losing their place, and sees a new one come', async () => {
  const ana = await site.person({ name: 'Ana Ruiz' });
  const id = await addClass(site, {
    title: 'Alemán de cada día',
    by: teacher,
    startsAt: minutesFromNow(60),
    people: [ana],
  });
  await sql`insert into class_messages (class_id, words, written_by, readers, sent_at)
    select ${id}, 'Mensaje ' || n, ${teacher.id}, 1, now() - interval '90 days' + n * interval '1 day'
    from generate_series(1, 70) n`.execute(site.db);
  const { page, end } = await visit(site, phone, ana);
  await go(page, `/classes?class=${id}`);
  const drawer = page.getByRole('dialog');
  const list = drawer.getByRole('list', { name: 'Mensajes' });
  const count = () => list.getByRole('listitem').count();
  await expect.poll(count).toBe(10);
  const earlier = drawer.getByRole('button', { name: 'Ver mensajes anteriores' });
  await earlier.scrollIntoViewIfNeeded();
  const lastSeen = list.getByText('Mensaje 61', { exact: true });
  const place = async () => (await lastSeen.boundingBox())?.y ?? -1;
  const before = await place();
  await earlier.press('Enter');
  await expect.poll(count).toBe(60);
  // Within a part of a pixel, to which a scroller rounds.
  expect(Math.abs((await place()) - before)).toBeLessThan(2);
  await drawer.getByRole('status').filter({ hasText: '50 más en la lista' }).waitFor();
  await expectWell(page);
  await earlier.press('Enter');
  await expect.poll(count).toBe(70);
  await list.getByText('Mensaje 1', { exact: true }).waitFor();
  await expect.poll(() => earlier.count()).toBe(0);
  await drawer.getByRole('status').filter({ hasText: '10 más en la lista' }).waitFor();
  await expect.poll(() => drawer.locator(':focus').count()).toBe(1);

  await lastSeen.scrollIntoViewIfNeeded();
  const held = await place();
  expect((await site.request(teacher, 'POST', `/api/classes/${id}/messages`, { words })).status).toBe(200);
  await expect.poll(count).toBe(71);
  expect(Math.abs((await place()) - held)).toBeLessThan(2);
  await expect.poll(() => list.getByRole('listitem').first().textContent()).toContain('Llego diez minutos');
  await end();

  const hers = await visit(site, desktop, teacher);
  await go(hers.page, `/admin/classes?class=${id}&tab=roll`);
  const sent = hers.page.getByRole('list', { name: 'Mensajes a la clase' });
  await expect.poll(() => sent.getByRole('listitem').count()).toBe(10);
  await hers.page.getByRole('button', { name: 'Ver mensajes anteriores' }).click();
  await expect.poll(() => sent.getByRole('listitem').count()).toBe(60);
  await expectWell(hers.page);
  await hers.end();
});
