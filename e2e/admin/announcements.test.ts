import { afterAll, beforeAll, expect, it } from 'vitest';
import { tellReaders } from '../../src/features/announcements/tell-readers.ts';
import type { Person } from '../../src/testing/community.ts';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { seeFailureToast } from '../failure-toast.ts';
import { desktop, expectWell, go, phone, visit } from '../visit.ts';

let site: Site;
let admin: Person;
let ana: Person;
beforeAll(async () => {
  site = await newSite();
  admin = await site.person({ role: 'admin', name: 'Adela' });
  ana = await site.person({ name: 'Ana Ruiz', languages: ['fr'] });
  await site.person({ name: 'Leo Paz', languages: ['en'] });
});
afterAll(() => site.close());

const words = 'El viernes no hay clubes.\nEl programa: https://sumi.example/programa';

it('an administrator tells everybody something, which a member finds in the bell and on the page of news', async () => {
  const hers = await visit(site, phone, ana);
  await go(hers.page, '/announcements');
  await hers.page.getByRole('heading', { name: 'Todavía no hay novedades' }).waitFor();
  await expectWell(hers.page);

  const { page, end } = await visit(site, desktop, admin, { mayBreak: true });
  await go(page, '/admin');
  await page.getByRole('link', { name: 'Novedades' }).click();
  await page.getByRole('heading', { name: 'Todavía no hay novedades' }).waitFor();
  await expectWell(page);
  await page.getByRole('button', { name: 'Escribir una novedad' }).click();
  const form = page.getByRole('dialog', { name: 'Escribir una novedad' });
  await form.getByText('Les llega a 2 personas.').waitFor();
  const publish = () => form.getByRole('button', { name: 'Publicar' }).click();
  await publish();
  await form.getByText('Ponle un título.').waitFor();
  await form.getByText('Escribe el texto.').waitFor();
  await expectWell(page);
  const title = form.getByRole('textbox', { name: 'Título' });
  await title.fill('Feriado del viernes');
  await form.getByRole('textbox', { name: 'Texto' }).fill(words);
  await form.getByRole('combobox', { name: 'Que aprenden' }).fill('franc');
  await page.getByRole('option', { name: 'Francés' }).click();
  await form.getByText('Le llega a 1 persona.').waitFor();
  await seeFailureToast(
    page,
    { of: '**/api/announcements', says: 'No se pudo publicar la novedad' },
    publish,
  );
  // What was typed stays, to be sent again.
  await expect.poll(() => title.inputValue()).toBe('Feriado del viernes');
  await publish();
  await form.waitFor({ state: 'hidden' });
  await page.getByText('Novedad publicada').waitFor();
  const card = page.getByRole('article').filter({ hasText: 'Feriado del viernes' });
  await card.getByText('Avisando… 0 hasta ahora').waitFor();
  await site.runDue(tellReaders);
  await card.getByText('Le llegó a 1 persona').waitFor();
  await expectWell(page);

  // The page that she has open shows it by itself; the bell leads there.
  await hers.page.getByRole('heading', { name: 'Feriado del viernes' }).waitFor();
  await hers.page.getByRole('link', { name: 'https://sumi.example/programa' }).waitFor();
  await hers.page.getByText(/^Adela · /).waitFor();
  await expectWell(hers.page);
  await go(hers.page, '/notifications');
  await hers.page
    .getByRole('link', { name: /^Novedad: Feriado del viernes.*El viernes no hay clubes\./ })
    .click();
  await hers.page.getByRole('heading', { name: 'Novedades', level: 1 }).waitFor();

  // Withdrawn, it goes from both.
  await card.getByRole('button', { name: 'Acciones de «Feriado del viernes»' }).click();
  await page.getByRole('menuitem', { name: 'Retirar' }).click();
  const ask = page.getByRole('dialog', { name: '¿Retirar «Feriado del viernes»?' });
  await expectWell(page);
  await ask.getByRole('button', { name: 'Retirar' }).click();
  await page.getByText('Novedad retirada').waitFor();
  await card.waitFor({ state: 'detached' });
  await hers.page.getByRole('heading', { name: 'Todavía no hay novedades' }).waitFor();
  await go(hers.page, '/notifications');
  await hers.page.getByRole('heading', { name: 'No tienes avisos' }).waitFor();
  await hers.end();
  await end();
});

it('what was published by mistake is taken back in the toast, before any letter leaves', async () => {
  const { page, end } = await visit(site, phone, admin);
  await go(page, '/admin/announcements');
  await page.getByRole('button', { name: 'Escribir una novedad' }).click();
  const form = page.getByRole('dialog', { name: 'Escribir una novedad' });
  await form.getByRole('textbox', { name: 'Título' }).fill('Por error');
  await form.getByRole('textbox', { name: 'Texto' }).fill('Esto no iba.');
  await form.getByRole('button', { name: 'Publicar' }).click();
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await page.getByText('Novedad retirada').waitFor();
  await page.getByRole('heading', { name: 'Todavía no hay novedades' }).waitFor();
  await expectWell(page);
  await end();
});
