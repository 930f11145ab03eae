import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Person } from '../src/testing/community.ts';
import { newSite, type Site } from '../src/testing/listen.ts';
import { seeFailureToast } from './failure-toast.ts';
import { addClass, minutesFromNow, openDrawer } from './organised-class.ts';
import { desktop, expectWell, go, phone, visit } from './visit.ts';

let site: Site;
let teacher: Person;
beforeAll(async () => {
  site = await newSite();
  teacher = await site.person({ role: 'teacher', verified: true, name: 'Inés' });
});
afterAll(() => site.close());

const words = 'Llego diez minutos tarde.\nTraigan la página 12.';

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
