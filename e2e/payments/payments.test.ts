import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buySeat } from '#features/classes/contract.ts';
import { buyMembership } from '#features/memberships/contract.ts';
import { paymentJobs } from '#features/payments/jobs.ts';
import { answerOf } from '../../src/testing/answers/answer-of.ts';
import { insertClass } from '../../src/testing/class-scene.ts';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { seeFailureToast } from '../failure-toast.ts';
import { route, unroute } from '../route.ts';
import { desktop, expectWell, go, phone, resize, visit } from '../visit.ts';

let site: Site;
beforeAll(async () => {
  site = await newSite();
});
afterAll(async () => {
  await site.close();
});

async function runChores(): Promise<void> {
  for (const handler of paymentJobs(site.providers).handlers ?? []) await site.runDue(handler);
}

it('a plan is bought with the test provider, leads back once to the class that it was wanted for, and is upgraded, cancelled and taken up again', async () => {
  const teacher = await site.person({ role: 'teacher', verified: true });
  const startsAt = new Date(Date.now() + 30 * 60 * 60_000);
  const title = 'Tertulia de los martes';
  const id = await insertClass(site.db, teacher, { title, startsAt, requiredTier: 'basic' });
  const person = await site.person();
  const { page, end } = await visit(site, desktop, person);
  await go(page, `/classes?class=${id}`);
  await page.getByRole('button', { name: new RegExp(`^Desbloquear .*${title}$`) }).click();
  await page.getByRole('link', { name: 'Ver planes' }).click();
  await page.getByText('Pagos de prueba').waitFor();
  await page.getByText('Aún no tienes pagos').waitFor();
  await expectWell(page);

  await page
    .getByRole('article', { name: 'Básico' })
    .getByText(/^\$10\sUSD$/)
    .waitFor();
  await page.getByRole('button', { name: 'Elegir: Básico' }).click();
  await page.getByRole('dialog').getByText('Hoy pagas $10.00 USD por el plan Básico').waitFor();
  await expectWell(page);
  await page.getByRole('button', { name: 'Ir a pagar' }).click();
  await page.getByText('Esto es una prueba: no se mueve dinero').waitFor();
  await expectWell(page);
  // Nothing is theirs before it is paid.
  await page.getByRole('link', { name: 'Ver cómo va' }).click();
  await page.getByText('Tu pago está pendiente').waitFor();
  await expectWell(page);
  await page.getByRole('link', { name: 'Continuar con el pago' }).click();
  // The second tap of a double one comes before the button is drawn as busy.
  const steps: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/api/payments/test/'))
      steps.push(request.url());
  });
  await page.getByRole('button', { name: 'Pagar con tarjeta' }).dblclick();
  await page.getByText('¡Listo, recibimos tu pago!').waitFor();
  expect(steps).toHaveLength(1);
  await expectWell(page);
  const back = page.getByRole('link', { name: 'Volver a la clase que querías' });
  await back.click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Inscribirme: ${title}` })
    .waitFor();
  await page.goBack();
  await page.getByRole('link', { name: 'Ver mi plan' }).waitFor();
  await expect.poll(() => back.count()).toBe(0);

  await page.getByRole('link', { name: 'Ver mi plan' }).click();
  await page.getByText(/Se renueva el/).waitFor();
  await expectWell(page);
  await page.getByRole('button', { name: 'Mejorar a este: VIP' }).click();
  await page
    .getByRole('dialog')
    .getByText(/menos lo que te queda/)
    .waitFor();
  await page.getByRole('button', { name: 'Ir a pagar' }).click();
  await page.getByRole('button', { name: 'Pagar con tarjeta' }).click();
  await page.getByText('¡Listo, recibimos tu pago!').waitFor();
  await page.getByRole('link', { name: 'Ver mi plan' }).click();

  await page.getByRole('button', { name: 'Pasarme a este: Básico' }).click();
  await page.getByRole('button', { name: 'Cambiar', exact: true }).click();
  await page.getByText(/pasas al plan Básico\.$/).waitFor();
  const cancel = () => page.getByRole('button', { name: 'Cancelar la renovación' }).click();
  await cancel();
  // A button "Cancelar" would name the act itself.
  const asking = page.getByRole('dialog', { name: '¿Cancelar la renovación?' });
  await asking.getByRole('button', { name: 'No, seguir con mi plan' }).click();
  await asking.waitFor({ state: 'detached' });
  await page.getByText(/pasas al plan Básico\.$/).waitFor();
  await cancel();
  await asking.getByRole('button', { name: 'Cancelar la renovación' }).click();
  await page.getByText(/y no se renueva/).waitFor();
  await page.getByRole('button', { name: 'Seguir renovando' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Seguir renovando' }).click();
  await page.getByText(/Se renueva el/).waitFor();
  const membership = await site.db
    .selectFrom('userMemberships')
    .select('tier')
    .where('userId', '=', person.id)
    .executeTakeFirst();
  expect(membership).toEqual({ tier: 'vip' });
  await end();
});

it('a seat is kept by a voucher, and theirs once it is paid', async () => {
  const teacher = await site.person({ role: 'teacher', verified: true });
  const startsAt = new Date(Date.now() + 10 * 24 * 60 * 60_000);
  const title = 'Conversación de los jueves';
  const classId = await insertClass(site.db, teacher, { title, startsAt, requiredTier: 'premium' });
  const person = await site.person();
  const { page, end } = await visit(site, desktop, person);
  await go(page, '/classes');
  await page.getByRole('tab', { name: 'Próximas' }).click();
  const open = () => page.getByRole('button', { name: new RegExp(`^Desbloquear .*${title}$`) }).click();
  await open();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/cuesta \$3\sUSD/).waitFor();
  await dialog.getByText('Si lo dejas 24 h antes o más, te devolvemos el dinero.').waitFor();
  await expectWell(page);
  const seat = () =>
    site.db
      .selectFrom('classEnrollments')
      .select('heldUntil')
      .where('classId', '=', classId)
      .executeTakeFirst();
  const pay = () => page.getByRole('dialog').getByRole('button', { name: 'Ir a pagar' }).click();
  await seeFailureToast(page, { of: '**/seat-checkout*', says: 'No se pudo comprar el lugar' }, pay);
  expect(await seat()).toBeUndefined();
  await open();
  await pay();
  await page.getByRole('button', { name: 'Sacar una ficha de OXXO' }).click();
  await page.getByText('Falta pagar en OXXO').waitFor();
  await expectWell(page);
  expect((await seat())?.heldUntil).toBeInstanceOf(Date);

  await go(page, '/classes');
  await page.getByRole('tab', { name: 'Próximas' }).click();
  await page.getByText(/Tu lugar está apartado hasta/).waitFor();
  await expectWell(page);
  await page.getByRole('button', { name: `Soltar lugar: ${title}` }).click();
  const asking = page.getByRole('dialog', { name: '¿Soltar este lugar?' });
  await asking.getByText('Si ya pagaste tu ficha de OXXO').waitFor();
  await expectWell(page);
  await asking.getByRole('button', { name: 'No, lo quiero' }).click();
  await asking.waitFor({ state: 'detached' });
  await go(page, '/dashboard');
  await page.getByText('Falta pagar tu lugar').waitFor();
  await page.getByRole('link', { name: `Ver: ${title}` }).waitFor();
  await go(page, '/classes');
  await page.getByRole('tab', { name: 'Próximas' }).click();
  await page.getByRole('button', { name: `Continuar el pago: ${title}` }).click();
  await page.getByRole('link', { name: 'Ver mi ficha' }).click();
  await page.getByRole('button', { name: 'Pagar la ficha en OXXO' }).click();
  await page.getByText('¡Listo, recibimos tu pago!').waitFor();
  expect((await seat())?.heldUntil).toBeNull();
  await page.getByRole('link', { name: 'Ir a tu clase' }).click();
  await page.getByRole('dialog').getByText('Tienes tu lugar').waitFor();
  await end();
});

it('a payment that the student gives up releases the seat, and a declined card is not charged', async () => {
  const teacher = await site.person({ role: 'teacher', verified: true });
  const startsAt = new Date(Date.now() + 3 * 24 * 60 * 60_000);
  const classId = await insertClass(site.db, teacher, {
    startsAt,
    requiredTier: 'premium',
    maxStudents: 1,
  });
  const person = await site.person();
  const { page, end } = await visit(site, desktop, person);
  const path = `/api/classes/${classId}/seat-checkout`;
  const start = async () => (await answerOf(site.request(person, 'POST', path, {}), buySeat)).paymentId;
  await go(page, `/payments/${await start()}`);
  await page.getByRole('button', { name: 'Ya no quiero pagar' }).click();
  await page.getByRole('dialog').getByText('¿Dejar este pago?').waitFor();
  const drop = () => page.getByRole('button', { name: 'Dejar el pago' }).click();
  await seeFailureToast(page, { of: '**/drop', says: 'No se pudo dejar el pago' }, drop);
  await drop();
  // The page changes where it stands, which a screen reader is told.
  await page.getByRole('status').getByText('El pago no se completó').waitFor();
  await page.getByRole('link', { name: 'Ver la clase' }).waitFor();
  const seats = await site.db
    .selectFrom('classes')
    .select('seatsTaken')
    .where('id', '=', classId)
    .executeTakeFirst();
  expect(seats).toEqual({ seatsTaken: 0 });
  await go(page, `/payments/test/${await start()}`);
  // There is no time left for a voucher.
  await page.getByRole('button', { name: 'Pagar con tarjeta' }).waitFor();
  await expect.poll(() => page.getByRole('button', { name: /OXXO/ }).count()).toBe(0);
  await page.getByRole('button', { name: 'Tarjeta rechazada' }).click();
  await page.getByText('El pago no se completó').waitFor();
  await expectWell(page);
  // Another card is one press away.
  await page.getByRole('button', { name: 'Intentar de nuevo' }).click();
  await page.getByRole('button', { name: 'Pagar con tarjeta' }).waitFor();
  await end();
});

it('an administrator finds, refunds, records and exports payments, pays a teacher and sets prices', async () => {
  const admin = await site.person({ role: 'admin' });
  const buyer = await site.person({ name: 'Compradora Peña' });
  const teacher = await site.person({ role: 'teacher', verified: true, name: 'Lucía Mora' });
  const startsAt = new Date(Date.now() + 2 * 24 * 60 * 60_000);
  await insertClass(site.db, teacher, { title: 'Debate del lunes', startsAt, priceCents: 800 });
  for (const tier of ['basic'] as const) {
    const answer = site.request(buyer, 'POST', '/api/memberships/mine/checkout', { tier });
    const { paymentId } = await answerOf(answer, buyMembership);
    await site.request(buyer, 'POST', `/api/payments/test/${paymentId}`, { outcome: 'paid' });
  }
  const { page, end } = await visit(site, desktop, admin);
  await go(page, '/admin/payments');
  await page.getByLabel('Buscar').fill('compradora pena');
  await page.getByText(buyer.email).waitFor();
  const found = page.getByRole('main').getByRole('row').filter({ hasText: '@' });
  await expect.poll(() => found.count()).toBe(1);
  await expectWell(page);

  // By keyboard alone.
  await page.getByRole('button', { name: /^Acciones: / }).focus();
  await page.keyboard.press('Enter');
  // The menu takes the focus a moment after it shows; a key before that is the menu's and no item's.
  await page.locator('[role=menu]:focus-within').waitFor();
  await page.getByRole('menuitem', { name: 'Devolver' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/Devolvemos \$10\.00\sUSD/).waitFor();
  await expectWell(page);
  await dialog.getByRole('button', { name: 'Devolver el pago' }).click();
  await dialog.getByText('Escribe el motivo.').waitFor();
  await dialog.getByLabel('Motivo').fill('Lo pidió por correo');
  const refund = () => dialog.getByRole('button', { name: 'Devolver el pago' }).click();
  await seeFailureToast(page, { of: '**/refund', says: 'No se pudo devolver el pago' }, refund);
  await expect.poll(() => dialog.getByLabel('Motivo').inputValue()).toBe('Lo pidió por correo');
  await refund();
  await found.getByText('Devolución en curso').waitFor();
  // The overview leads to the refunds on their way, and to no other payment.
  await site.request(admin, 'POST', '/api/payments/manual', {
    email: teacher.email,
    kind: 'membership',
    tier: 'vip',
    amountCents: 3000,
    method: 'cash',
  });
  await go(page, '/admin');
  await page.getByRole('link', { name: /devolución en camino/ }).click();
  await page.waitForURL('**/admin/payments?status=refunding');
  await found.getByText('Devolución en curso').waitFor();
  await expect.poll(() => found.count()).toBe(1);
  await go(page, '/admin/payments?search=compradora+pena');
  await found.getByText('Devolución en curso').waitFor();
  await runChores();
  await page.getByRole('row').getByText('Devuelto', { exact: true }).waitFor();
  await page.getByText('Lo pidió por correo').waitFor();
  const totals = page.locator('dl > div');
  await totals
    .filter({ hasText: 'Devueltos' })
    .getByText(/^\$10\.00/)
    .waitFor();
  await totals
    .filter({ hasText: 'Completados' })
    .getByText(/^\$0\.00/)
    .waitFor();

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Descargar CSV' }).click(),
  ]);
  const csv = await readFile(await download.path(), 'utf8');
  expect(csv.trim().split('\n')).toHaveLength(2);
  expect(csv).toContain(buyer.email);

  await page.getByRole('button', { name: 'Registrar pago' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Registrar', exact: true }).click();
  await page.getByText('Elige a una persona de la lista.').waitFor();
  await page.getByLabel('Persona').and(page.locator('input')).fill('Peña');
  await page.getByRole('option', { name: new RegExp(buyer.email) }).click();
  // A class that was paid in cash gives the seat, at its own price.
  const form = page.getByRole('dialog');
  await expect.poll(() => form.getByLabel('Monto en USD').inputValue()).toBe('10');
  await form.getByLabel('Qué paga').selectOption('Clase suelta');
  await form.getByRole('button', { name: 'Registrar', exact: true }).click();
  await form.getByText('Elige la clase que pagó.').waitFor();
  await form.getByLabel('Clase').and(page.locator('input')).click();
  await page.getByRole('option', { name: /^Debate del lunes · / }).click();
  await expect.poll(() => form.getByLabel('Monto en USD').inputValue()).toBe('8');
  await expectWell(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Registrar', exact: true }).click();
  await page.getByText('Pago registrado').waitFor();
  await page
    .getByRole('row')
    .getByText(/Efectivo/)
    .waitFor();
  await page.getByText('Clase suelta con Lucía Mora').waitFor();

  // The teacher's share of that seat is owed, paid out, and the payout is undone.
  await page.getByRole('tab', { name: 'Por pagar a profes' }).click();
  const line = page.getByRole('row').filter({ hasText: 'Lucía Mora' });
  await line.getByText('$5.60').first().waitFor();
  await resize(page, phone);
  const card = page.getByRole('listitem').filter({ hasText: 'Lucía Mora' });
  await card.getByText(/^Por pagar: \$5\.60/).waitFor();
  await expectWell(page, [phone]);
  await resize(page, desktop);
  await page.getByRole('button', { name: /^Pagar a Lucía Mora: \$5\.60/ }).click();
  const paid = page.getByLabel('Monto en USD');
  // A class that is still to be given can be paid out, and is not proposed.
  await expect.poll(() => paid.inputValue()).toBe('');
  await expectWell(page);
  // The dialog complains of a missing amount once the administrator confirms, not as it opens.
  const complaint = page.getByText(/^Escribe un monto de hasta/);
  await expect.poll(() => complaint.isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Marcar como pagado' }).click();
  await complaint.waitFor();
  // A mark before three digits groups them, and does not part the cents.
  await paid.fill('1,500');
  await complaint.waitFor();
  await paid.fill('5,60');
  await paid.blur();
  await expect.poll(() => paid.inputValue()).toBe('5.60');
  await page.getByRole('button', { name: 'Marcar como pagado' }).click();
  await page.getByText('Pago anotado').waitFor();
  // A teacher who is owed nothing is no more among those to pay.
  await expect.poll(() => line.isVisible()).toBe(false);
  await page.getByText('Al día: 1 profe', { exact: true }).click();
  await line.getByText('$0.00').waitFor();
  await expectWell(page);
  const notReversed = { of: '**/reversal', says: 'No se pudo deshacer el pago' };
  await seeFailureToast(page, notReversed, () => page.getByRole('button', { name: 'Deshacer' }).click());
  await page.getByRole('button', { name: 'Ver el estado de cuenta de Lucía Mora' }).click();
  await page.getByRole('button', { name: /^Deshacer el pago de \$5\.60\sUSD del \d/ }).click();
  const asking = page.getByRole('dialog', { name: '¿Deshacer este pago?' });
  const reverse = () => asking.getByRole('button', { name: 'Deshacer', exact: true }).click();
  await seeFailureToast(page, notReversed, reverse);
  await reverse();
  await page.getByRole('dialog').getByText('Deshecho').waitFor();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /1 lugar/ })
    .click();
  await page.getByRole('dialog').getByText('Debate del lunes').waitFor();
  await expectWell(page);
  await page.keyboard.press('Escape');

  await page.getByRole('tab', { name: 'Precios' }).click();
  await page.getByRole('button', { name: 'Cambiar el precio: Clase suelta' }).click();
  await page.getByLabel('Precio en USD').fill('4.39');
  const save = () => page.getByRole('button', { name: 'Guardar' }).click();
  await seeFailureToast(page, { of: '**/seat-price', says: 'No se pudo cambiar el precio' }, save);
  await save();
  await page.getByText('Precio actualizado').waitFor();
  const prices = site.db.selectFrom('seatPrice').select(['priceCents', 'currency']);
  expect(await prices.executeTakeFirst()).toEqual({ priceCents: 439, currency: 'USD' });
  await page.getByRole('button', { name: 'Cambiar el precio: Clase suelta' }).click();
  await page.getByLabel('Moneda').selectOption({ label: 'MXN · peso mexicano' });
  await page.getByLabel('Precio en MXN').fill('90');
  await expectWell(page);
  await save();
  await page.getByText('$90 MXN').waitFor();
  expect(await prices.executeTakeFirst()).toEqual({ priceCents: 9000, currency: 'MXN' });
  await site.db.updateTable('seatPrice').set({ priceCents: 300, currency: 'USD' }).execute();

  await go(page, '/admin/payments?search=nadie-se-llama-asi');
  await page.getByText('No hay pagos').waitFor();
  await expectWell(page);
  await end();
});

it('pages of payments say what they cannot load, and try it again', async () => {
  const person = await site.person({ role: 'admin' });
  const { page, end } = await visit(site, desktop, person);
  for (const [path, api, text] of [
    ['/admin/payments', '**/api/payments?*', 'No se pudieron cargar los pagos'],
    ['/membership', '**/api/memberships/mine', 'No se pudo cargar tu plan'],
    ['/payments/00000000-0000-7000-8000-000000000001', '**/api/payments/*1', 'No pudimos mostrar esto'],
    ['/payments/test/00000000-0000-7000-8000-000000000000', '**/none', 'No pudimos mostrar esto'],
  ] as const) {
    await route(page, api, (route) =>
      route.fulfill({ status: 400, json: { code: 'http/broken', message: 'Algo falló', requestId: '1' } }),
    );
    await go(page, path);
    await page.getByText(text).waitFor();
    await page.getByRole('button', { name: 'Intentar de nuevo' }).first().waitFor();
    await expectWell(page);
    await unroute(page, api);
  }
  await go(page, '/payments/00000000-0000-7000-8000-000000000000');
  await page.getByRole('heading', { name: 'No encontramos este pago' }).waitFor();
  await page.getByRole('link', { name: 'Ver mis pagos' }).waitFor();
  await expectWell(page);
  await end();
});
