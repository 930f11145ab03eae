import { afterAll, beforeAll, expect, it } from 'vitest';
import { offerSeats } from '#features/classes/waiting/offer-seats.ts';
import type { Person } from '../../src/testing/community.ts';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { seeFailureToast, seeToast } from '../failure-toast.ts';
import { route, unroute } from '../route.ts';
import { desktop, expectWell, go, phone, visit } from '../visit.ts';

let site: Site;
let teacher: Person;
beforeAll(async () => {
  site = await newSite();
  teacher = await site.person({ name: 'Mariana Cifuentes', role: 'teacher', verified: true });
});
afterAll(() => site.close());

/** A club of one seat, which a student has. */
async function fullClub(hoursAhead: number): Promise<{ id: string; seated: Person }> {
  const { id } = await site.db
    .insertInto('classes')
    .values({
      kind: 'club',
      title: 'Coffee',
      description: 'Una taza, un tema y pocas personas.',
      startsAt: new Date(Date.now() + hoursAhead * 3600_000),
      maxStudents: 1,
      createdBy: teacher.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const seated = await site.person();
  await site.request(seated, 'POST', `/api/classes/${id}/enrolment`);
  return { id, seated };
}

it('a student waits for a seat, is offered it while the page is open, and confirms it', async () => {
  const { id, seated } = await fullClub(48);
  const { page, end } = await visit(site, phone, await site.person());
  await go(page, `/classes?class=${id}`);
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Sin lugares disponibles').waitFor();
  await dialog.getByText('¿Cómo funciona?').click();
  await dialog
    .getByText(/por el 25\s?% del tiempo que falta: al menos 10\s?min y como mucho 12\s?h/)
    .waitFor();
  await dialog.getByText(/^En los últimos 60 minutos avisamos a todas/).waitFor();
  await expectWell(page);
  await dialog.getByRole('button', { name: 'Esperar un lugar: Coffee' }).click();
  await dialog.getByText('En lista de espera: vas en el puesto 1').waitFor();
  await dialog.getByText('¿Cómo funciona?').waitFor();
  await expectWell(page);
  const host = await visit(site, desktop, teacher);
  await go(host.page, `/admin/classes?class=${id}`);
  await host.page.getByRole('dialog').getByText('1 estudiante de 1 · 1 persona espera un lugar').waitFor();
  await host.end();
  // Their place in the list is among their own seats.
  await go(page, '/classes');
  await page
    .getByRole('tabpanel', { name: 'Mis lugares' })
    .getByRole('button', { name: 'Salir de la lista: Coffee' })
    .waitFor();
  await expectWell(page);
  await go(page, `/classes?class=${id}`);

  await site.request(seated, 'DELETE', `/api/classes/${id}/enrolment`);
  await site.runDue(offerSeats);
  await dialog.getByText(/^¡Hay un lugar para ti! Confírmalo antes del .*\d\d:\d\d\.$/).waitFor();
  await expectWell(page);
  const confirm = dialog.getByRole('button', { name: 'Confirmar mi lugar: Coffee' });
  const cut = () =>
    confirm.evaluate((it) =>
      Math.max(...[...it.querySelectorAll('span')].map((part) => part.scrollWidth - part.clientWidth)),
    );
  await expect.poll(cut, { message: 'pixels of the label that are cut off' }).toBe(0);

  // The dashboard asks too, and says when the club is.
  await go(page, '/dashboard');
  const offered = page.getByRole('region', { name: /^Coffee .*\d\d:\d\d/ });
  await offered.locator('time').first().waitFor();
  await expectWell(page);
  await offered.getByRole('button', { name: 'Confirmar mi lugar: Coffee' }).click();
  await page.getByText('Tu próximo club').waitFor();
  await end();
});

it('a student leaves the list, and one who does not need the seat any more passes it on; what fails says so and changes nothing', async () => {
  const { id, seated } = await fullClub(48);
  const next = await site.person();
  const { page, end } = await visit(site, desktop, await site.person(), { mayBreak: true });
  await go(page, `/classes?class=${id}`);
  const dialog = page.getByRole('dialog').first();
  const join = dialog.getByRole('button', { name: 'Esperar un lugar: Coffee' });
  await route(page, '**/api/classes/*/waiting', (route) => route.abort());
  await seeToast(page, 'No se pudo entrar a la lista de espera', () => join.click());
  await page.getByText('No hay conexión. Revisa tu internet e intenta de nuevo.').waitFor();
  await unroute(page, '**/api/classes/*/waiting');
  await join.click();
  await go(page, '/dashboard');
  const onDashboard = page.getByRole('link', { name: /^En lista de espera: vas en el puesto 1 ?Coffee/ });
  await onDashboard.waitFor();
  await expectWell(page);
  await onDashboard.click();
  const leaving = page.getByRole('dialog', { name: '¿Salir de la lista de espera?' });
  const leave = async () => {
    await dialog.getByRole('button', { name: 'Salir de la lista: Coffee' }).click();
    await leaving
      .getByText('Vas en el puesto 1 para «Coffee». Si vuelves después, empiezas al final.')
      .waitFor();
    await leaving.getByRole('button', { name: 'Sí, salir' }).click();
  };
  await dialog.getByRole('button', { name: 'Salir de la lista: Coffee' }).click();
  await expectWell(page);
  await leaving.getByRole('button', { name: 'No, me quedo' }).click();
  await expect.poll(() => leaving.count()).toBe(0);
  await dialog.getByText('vas en el puesto 1').waitFor();
  const notLeft = { of: '**/waiting', says: 'No se pudo salir de la lista de espera' };
  await seeFailureToast(page, notLeft, leave);
  await dialog.getByText('vas en el puesto 1').waitFor();
  await leaving.getByRole('button', { name: 'Sí, salir' }).click();
  await join.click();
  await dialog.getByText('vas en el puesto 1').waitFor();
  await site.request(next, 'POST', `/api/classes/${id}/waiting`);

  await site.request(seated, 'DELETE', `/api/classes/${id}/enrolment`);
  await site.runDue(offerSeats);
  const passing = page.getByRole('dialog', { name: '¿Pasar este lugar?' });
  const pass = async () => {
    await dialog.getByRole('button', { name: 'No lo necesito: Coffee' }).click();
    await passing.getByRole('button', { name: 'Sí, pasarlo' }).click();
  };
  await dialog.getByRole('button', { name: 'No lo necesito: Coffee' }).click();
  await expectWell(page);
  await passing.getByRole('button', { name: 'No, lo quiero' }).click();
  await dialog.getByRole('button', { name: 'Confirmar mi lugar: Coffee' }).waitFor();
  await seeFailureToast(page, { of: '**/enrolment*', says: 'No se pudo pasar el lugar' }, pass);
  await passing.getByRole('button', { name: 'Sí, pasarlo' }).click();
  await page.getByText('Le damos el lugar a la siguiente persona').waitFor();
  await site.runDue(offerSeats);
  const card = await (await site.request(next, 'GET', `/api/classes/${id}`)).json();
  expect(card.heldUntil).not.toBeNull();
  await end();
});

it('a seat that becomes free in the last hour shows as free to each student who waits, and where their plan is too low they can pay for it', async () => {
  const { id, seated } = await fullClub(0.9);
  const { page, end } = await visit(site, phone, await site.person());
  await go(page, `/classes?class=${id}`);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Esperar un lugar: Coffee' }).click();
  await dialog.getByText('vas en el puesto 1').waitFor();
  await site.request(seated, 'POST', `/api/classes/${id}/late-leaving`, { explanation: null });
  await dialog.getByText('¡Se liberó un lugar! Es de quien llegue primero.').waitFor();
  await expectWell(page);
  await dialog.getByRole('button', { name: 'Inscribirme: Coffee' }).waitFor();
  await site.db.updateTable('classes').set({ requiredTier: 'vip' }).where('id', '=', id).execute();
  await page.reload();
  await dialog.getByRole('button', { name: 'Pagar mi lugar: Coffee' }).waitFor();
  await expectWell(page);
  await site.db.updateTable('classes').set({ requiredTier: 'free' }).where('id', '=', id).execute();
  await page.reload();
  await dialog.getByRole('button', { name: 'Inscribirme: Coffee' }).click();
  await dialog.getByText('Tienes tu lugar').waitFor();
  await end();
});

it('a student who joins a waiting list in the last hour reads at once that a seat is free for those who wait, and takes it', async () => {
  const { id, seated } = await fullClub(0.9);
  await site.request(await site.person(), 'POST', `/api/classes/${id}/waiting`);
  await site.request(seated, 'POST', `/api/classes/${id}/late-leaving`, { explanation: null });
  const { page, end } = await visit(site, phone, await site.person());
  await go(page, `/classes?class=${id}`);
  const dialog = page.getByRole('dialog');
  const toasts = page.getByRole('region', { name: 'Notifications' });
  await Promise.all([
    toasts.getByText('¡Se liberó un lugar! Es de quien llegue primero.').waitFor(),
    dialog.getByRole('button', { name: 'Esperar un lugar: Coffee' }).click(),
  ]);
  await dialog.getByRole('button', { name: 'Inscribirme: Coffee' }).click();
  await dialog.getByText('Tienes tu lugar').waitFor();
  await end();
});

it('a full class above the student’s plan offers the waiting list and the plan; the seat that a student is offered there is theirs once they have paid it', async () => {
  const { id, seated } = await fullClub(48);
  await site.db.updateTable('classes').set({ requiredTier: 'vip' }).where('id', '=', id).execute();
  const { page, end } = await visit(site, phone, await site.person());
  await go(page, `/classes?class=${id}`);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Esperar un lugar: Coffee' }).waitFor();
  await dialog.getByRole('button', { name: /^Desbloquear/ }).waitFor();
  await expect.poll(() => dialog.getByText('Sin lugares disponibles').count()).toBe(1);
  await expectWell(page);

  await dialog.getByRole('button', { name: 'Esperar un lugar: Coffee' }).click();
  await dialog.getByText('vas en el puesto 1').waitFor();
  await site.request(seated, 'DELETE', `/api/classes/${id}/enrolment`);
  await site.runDue(offerSeats);
  const pay = () => dialog.getByRole('button', { name: 'Pagar mi lugar: Coffee' }).click();
  await seeFailureToast(page, { of: '**/seat-checkout*', says: 'No se pudo comprar el lugar' }, pay);
  await expectWell(page);
  await pay();
  await page.getByRole('button', { name: 'Pagar con tarjeta' }).click();
  await page.getByText('¡Listo, recibimos tu pago!').waitFor();
  await page.getByRole('link', { name: 'Ir a tu clase' }).click();
  await dialog.getByText('Tienes tu lugar').waitFor();

  // Two days before, the money of a seat that is left goes back, and the student reads so.
  await dialog.getByRole('button', { name: 'Cancelar inscripción: Coffee' }).click();
  const leaving = page.getByRole('dialog', { name: '¿Cancelar tu inscripción?' });
  const leave = () => leaving.getByRole('button', { name: 'Sí, cancelar' }).click();
  await seeFailureToast(page, { of: '**/enrolment*', says: 'No se pudo cancelar la inscripción' }, leave);
  await leave();
  await page.getByText('Cancelaste tu inscripción. Te devolvemos el dinero').waitFor();
  await end();
});

it('a student in Bogotá reads until when a seat is held for them in the hours of Mexico City too, as those of its class', async () => {
  const { id, seated } = await fullClub(48);
  const { page, end } = await visit(site, phone, await site.person({ zone: 'America/Bogota' }));
  await go(page, `/classes?class=${id}`);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Esperar un lugar: Coffee' }).click();
  await dialog.getByText('vas en el puesto 1').waitFor();
  await site.request(seated, 'DELETE', `/api/classes/${id}/enrolment`);
  await site.runDue(offerSeats);
  await dialog.getByText(/Confírmalo antes del .*, \d\d:\d\d · \d\d:\d\d Ciudad de México\.$/).waitFor();
  await expectWell(page);
  await end();
});

it('a teacher reads who waits for a seat in their order, and for whom one is held', async () => {
  const { id, seated } = await fullClub(48);
  for (const name of ['Olga Primera', 'Zulma Segunda', 'Aldo Tercero']) {
    await site.request(await site.person({ name }), 'POST', `/api/classes/${id}/waiting`);
  }
  const late = await visit(site, phone, await site.person());
  await go(late.page, `/classes?class=${id}`);
  const full = late.page.getByRole('dialog');
  await full.getByText('Sin lugares disponibles · 3 personas esperan un lugar').waitFor();
  await expectWell(late.page);
  await late.end();
  await site.request(seated, 'DELETE', `/api/classes/${id}/enrolment`);
  await site.runDue(offerSeats);
  const { page, end } = await visit(site, phone, teacher);
  await go(page, `/admin/classes?class=${id}&tab=roll`);
  const waiting = page.getByRole('list', { name: 'Lista de espera (2)' }).getByRole('listitem');
  await waiting.first().waitFor();
  await expect.poll(() => waiting.count()).toBe(3);
  await expect
    .poll(() => waiting.nth(0).textContent())
    .toMatch(/(?<!\d\. )Olga Primera\s*Tiene un lugar apartado hasta el /);
  await expect.poll(() => waiting.nth(1).textContent()).toMatch(/1\. Zulma Segunda$/);
  await expect.poll(() => waiting.nth(2).textContent()).toMatch(/2\. Aldo Tercero$/);
  await expectWell(page);
  await end();
});
