import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readCoinSettings } from '#features/coins/contract.ts';
import { answerOf } from '../../src/testing/answers/answer-of.ts';
import { insertAttended } from '../../src/testing/class-scene.ts';
import type { Person } from '../../src/testing/community.ts';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { seeFailureToast, seeToast } from '../failure-toast.ts';
import { route, unroute } from '../route.ts';
import { desktop, expectWell, go, phone, tablet, tryAgain, visit, widths } from '../visit.ts';

let site: Site;
beforeAll(async () => {
  site = await newSite();
});
afterAll(async () => {
  await site.close();
});

const buy = async (buyer: Person, itemId: string): Promise<string> =>
  (await (await site.request(buyer, 'POST', '/api/store/orders', { itemId })).json()).order.id;

it('an administrator delivers and gives back; the buyer follows it without a reload', async () => {
  const name = 'Compradora';
  const buyer = await site.person({ name, coins: 1000 });
  await buy(buyer, 'custom-avatar');
  await buy(buyer, 'premium-material');
  const mine = await visit(site, desktop, buyer);
  await go(mine.page, '/store');
  await mine.page.getByText('Pendiente').nth(1).waitFor();

  const admin = await visit(site, desktop, await site.person({ role: 'admin' }));
  await go(admin.page, '/admin/store');
  await admin.page.getByLabel('Buscar').fill(name.toLowerCase());
  await admin.page.getByRole('button', { name: `Entregar: Avatar personalizado, de ${name}` }).waitFor();
  await expectWell(admin.page, [...widths, tablet]);
  await admin.page.getByRole('button', { name: `Entregar: Avatar personalizado, de ${name}` }).click();
  const dialog = admin.page.getByRole('dialog');
  await dialog
    .getByLabel(/^Nota para quien compró/)
    .fill('Ya está en tu perfil.\nEn grande: https://files.example/avatar.png.');
  await expectWell(admin.page);
  const deliver = dialog.getByRole('button', { name: 'Entregar', exact: true });
  const notSettled = { of: '**/fulfil', says: 'No se pudo atender el pedido' };
  await seeFailureToast(admin.page, notSettled, () => deliver.click());
  await deliver.dblclick();
  await admin.page.getByText('Pedido entregado').first().waitFor();
  await mine.page.getByText('Ya está en tu perfil.').waitFor();
  const large = mine.page.getByRole('link', { name: 'https://files.example/avatar.png', exact: true });
  await expect.poll(() => large.getAttribute('href')).toBe('https://files.example/avatar.png');
  await expect.poll(() => large.getAttribute('rel')).toBe('noopener noreferrer');

  await admin.page.getByRole('button', { name: `Devolver sumicoins: Material premium, de ${name}` }).click();
  await dialog.getByRole('button', { name: 'Devolver sumicoins', exact: true }).click();
  await dialog.getByText('Escribe el motivo').waitFor();
  await dialog.getByLabel(/^Motivo/).fill('Este mes no hay material nuevo.');
  await dialog.getByRole('button', { name: 'Devolver sumicoins', exact: true }).click();
  await admin.page.getByText('Sumicoins devueltas').waitFor();
  await mine.page.getByText('Este mes no hay material nuevo.').waitFor();
  await mine.page.getByText('Devuelto', { exact: true }).waitFor();
  await mine.page.getByRole('main').getByText('900', { exact: true }).first().waitFor();
  await expectWell(mine.page);

  // The buyer's ledger names both the purchase and what came back.
  await go(mine.page, '/coins');
  await mine.page.getByText('+300').waitFor();
  await expect.poll(() => mine.page.getByText('Material premium').count()).toBe(2);

  await admin.page.getByLabel('Estado').selectOption('refunded');
  await admin.page.getByText(/^Comprado el .* · devuelto el/).waitFor();
  await admin.page.getByLabel('Estado').selectOption('pending');
  await admin.page.getByText('Ningún pedido coincide').waitFor();
  await expectWell(admin.page);
  // The address holds the filters, also while another tab is open.
  await admin.page.getByRole('tab', { name: 'Precios' }).click();
  await admin.page.getByRole('tab', { name: 'Pedidos' }).click();
  await admin.page.reload();
  await admin.page.getByText('Ningún pedido coincide').waitFor();
  await admin.page.getByRole('button', { name: 'Quitar filtros' }).click();
  const ofBuyer = admin.page.getByRole('link', { name, exact: true }).first();
  await expect.poll(() => ofBuyer.getAttribute('href')).toBe(`/admin/students?person=${buyer.id}`);
  const mailbox = admin.page.getByRole('link', { name: buyer.email }).first();
  await expect.poll(() => mailbox.getAttribute('href')).toBe(`mailto:${buyer.email}`);
  await admin.end();
  await mine.end();
});

it('the button that fulfils many orders stays on a phone’s page in German', async () => {
  const buyers = await Promise.all(
    ['Ana', 'Beto'].map((first) => site.person({ name: `${first} Breite`, coins: 3000 })),
  );
  for (const buyer of buyers) await buy(buyer, 'premium-material');
  const admin = await site.person({ role: 'admin' });
  await site.db.updateTable('users').set({ locale: 'de' }).where('id', '=', admin.id).execute();
  const { page, end } = await visit(site, phone, admin);
  await page.goto('/admin/store?search=breite');
  await page.getByRole('checkbox', { name: 'Angezeigte auswählen' }).press('Space');
  const button = page.getByRole('button', { name: '2 Bestellungen übergeben' });
  await button.waitFor();
  const [its, pages] = await Promise.all([
    button.boundingBox(),
    page.getByRole('tablist').first().boundingBox(),
  ]);
  const right = (box: typeof its) => (box?.x ?? 0) + (box?.width ?? 0);
  expect(right(its)).toBeLessThanOrEqual(phone - (pages?.x ?? 0));
  await end();
});

it('a price is shown and typed with the thousands of the administrator’s language', async () => {
  const admin = await site.person({ role: 'admin' });
  await site.db.updateTable('users').set({ locale: 'de' }).where('id', '=', admin.id).execute();
  const { page, end } = await visit(site, desktop, admin);
  await page.goto('/admin/store');
  await page.getByRole('tab', { name: 'Preise' }).click();
  const certificate = page.getByRole('form', { name: 'Niveau-Zertifikat' });
  const price = certificate.getByLabel('Preis in Sumicoins');
  await expect.poll(() => price.inputValue()).toBe('1.500');
  await price.fill('2500');
  await expect.poll(() => price.inputValue()).toBe('2.500');
  await certificate.getByRole('button', { name: 'Speichern' }).click();
  const ofCertificate = site.db
    .selectFrom('storeItems')
    .select('price')
    .where('id', '=', 'level-certificate');
  await expect.poll(async () => (await ofCertificate.executeTakeFirstOrThrow()).price).toBe(2500);
  await site.db
    .updateTable('storeItems')
    .set({ price: 1500 })
    .where('id', '=', 'level-certificate')
    .execute();
  await end();
});

it('an administrator fulfils many orders with one note; one that another gave back meanwhile stays as it is', async () => {
  const buyers = await Promise.all(
    ['Ana', 'Beto', 'Celia'].map((first) => site.person({ name: `${first} Cosecha`, coins: 3000 })),
  );
  const ids = await Promise.all(buyers.map((buyer) => buy(buyer, 'premium-material')));
  await buy(buyers[0] as Person, 'level-certificate');
  const { page, end } = await visit(site, phone, await site.person({ role: 'admin' }));
  await go(page, '/admin/store?search=cosecha');
  const all = page.getByRole('checkbox', { name: 'Elegir los que se ven' });
  await all.waitFor();
  // A certificate names a level: it is fulfilled alone.
  await expect.poll(() => page.getByRole('checkbox', { name: /^Elegir: / }).count()).toBe(3);
  await page.getByRole('checkbox', { name: 'Elegir: Material premium, de Beto Cosecha' }).press('Space');
  await page.getByRole('button', { name: 'Entregar 1 pedido' }).waitFor();
  await expectWell(page);
  await all.press('Space');
  await page.getByRole('button', { name: 'Entregar 3 pedidos' }).waitFor();
  await page.getByRole('button', { name: 'Entregar 3 pedidos' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  // The list, which hears of it, offers two from then on; the dialog keeps to what was chosen.
  const refund = { reason: 'Se agotó.' };
  const other = await site.person({ role: 'admin' });
  await site.request(other, 'POST', `/api/store/orders/${ids[2]}/refund`, refund);
  await dialog.getByLabel(/^Nota para quien compró/).fill('Está en tu correo.');
  await expectWell(page);
  const deliver = dialog.getByRole('button', { name: 'Entregar 3 pedidos' });
  const failed = { of: '**/api/store/orders/fulfil', says: 'No se pudieron entregar los pedidos' };
  await seeFailureToast(page, failed, () => deliver.click());
  const done = page.getByRole('status').filter({ hasText: '2 pedidos entregados' });
  await Promise.all([
    done.filter({ hasText: '1 ya no se podía entregar y quedó igual.' }).waitFor(),
    deliver.click(),
  ]);
  await page.getByText('Está en tu correo.').nth(1).waitFor();
  await page.getByText('Se agotó.').waitFor();
  await expect.poll(() => all.count()).toBe(0);
  await end();
});

it('a price that changes while the dialog is open is shown and asked about, not charged; an administrator changes the rules of coins and the ceiling of the month', async () => {
  const buyer = await site.person({ coins: 1000 });
  const { page, end } = await visit(site, desktop, buyer);
  await go(page, '/store');
  await page.getByRole('button', { name: 'Comprar: Clase privada de 30 minutos' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('500', { exact: true }).first().waitFor();

  const administrator = await site.person({ role: 'admin' });
  const admin = await visit(site, desktop, administrator);
  await go(admin.page, '/admin/store');
  await admin.page.getByRole('tab', { name: 'Precios' }).click();
  const card = admin.page.getByRole('form', { name: 'Clase privada de 30 minutos' });
  await card.getByLabel('Precio en sumicoins').fill('620');
  await expectWell(admin.page);
  const save = () => card.getByRole('button', { name: 'Guardar' }).click();
  await seeFailureToast(
    admin.page,
    { of: '**/api/store/items/*', says: 'No se pudo guardar el precio' },
    save,
  );
  await save();
  await admin.page.getByText('Precio guardado').waitFor();

  await dialog.getByRole('button', { name: 'Comprar', exact: true }).click();
  await dialog
    .getByText('El precio cambió mientras mirabas: ahora cuesta 620 sumicoins.', { exact: false })
    .waitFor();
  await expectWell(page);
  expect(await balanceOf(buyer)).toBe(1000);
  await dialog.getByRole('button', { name: 'Comprar', exact: true }).click();
  await page.getByText('¡Compra exitosa!').waitFor();
  expect(await balanceOf(buyer)).toBe(380);
  await site.request(await site.person({ role: 'admin' }), 'PATCH', '/api/store/items/private-class-30', {
    price: 500,
  });

  await admin.page.getByRole('tab', { name: 'Reglas' }).click();
  const rules = admin.page.getByRole('form', { name: 'Reglas' });
  const perVideo = rules.getByLabel('Por video contado');
  const ceiling = rules.getByLabel('Tope de sumicoins al mes');
  const keep = rules.getByRole('button', { name: 'Guardar reglas' });
  await expect.poll(() => perVideo.inputValue()).toBe('1');
  await expect.poll(() => ceiling.inputValue()).toBe('250,000');
  await rules.getByText(/^Este mes van \d+ de 250,000, sin contar/).waitFor();
  await expect.poll(() => keep.isDisabled()).toBe(true);
  await expectWell(admin.page);
  const settings = () =>
    answerOf(site.request(administrator, 'GET', '/api/coins/settings'), readCoinSettings);
  const before = await settings();
  // Neither a number beyond the limit nor none is taken.
  const wrong = rules.getByText('Escribe un número de 0 a 100,000.');
  for (const typed of ['100001', '']) {
    await perVideo.fill(typed);
    await wrong.waitFor({ state: 'detached' });
    await keep.click();
    await wrong.waitFor();
  }
  expect(await settings()).toEqual(before);
  await perVideo.fill('3');
  await ceiling.fill('0');
  const notKept = { of: '**/api/coins/settings', says: 'No se pudieron guardar las reglas' };
  await seeFailureToast(admin.page, notKept, () => keep.click());
  await expect.poll(() => perVideo.inputValue()).toBe('3');
  await seeToast(admin.page, 'Reglas guardadas', () => keep.click());
  await rules.getByText('Se llegó al tope de este mes: la práctica ya no da sumicoins hasta el').waitFor();
  await admin.page.reload();
  await expect.poll(() => perVideo.inputValue()).toBe('3');
  await expect.poll(() => ceiling.inputValue()).toBe('0');
  await rules.getByText(/^Este mes van \d+ de 0, sin contar/).waitFor();
  await expectWell(admin.page);
  const changed = before.rules.map((one) => (one.rule === 'counted_video' ? { ...one, amount: 3 } : one));
  expect(await settings()).toEqual({ ...before, monthlyCeiling: 0, rules: changed });
  await admin.end();
  await end();
});

it('a teacher certifies a level; its owner downloads the certificate, a visitor verifies it', async () => {
  const buyer = await site.person({ name: '김민준', coins: 2000, languages: ['ko'] });
  await buy(buyer, 'level-certificate');
  const mine = await visit(site, desktop, buyer);
  await go(mine.page, '/store');
  await mine.page.getByText('Pendiente').waitFor();

  const person = await site.person({ role: 'teacher', verified: true, name: 'Inés Ávila' });
  await insertAttended(site.db, person, buyer);
  const teacher = await visit(site, desktop, person);
  await go(teacher.page, '/store');
  await teacher.page.getByRole('link', { name: 'Certificados por emitir' }).click();
  await teacher.page.waitForURL('**/teacher/certificates');
  await teacher.page.getByRole('button', { name: 'Entregar: Certificado de nivel, de 김민준' }).click();
  const dialog = teacher.page.getByRole('dialog');
  await dialog.getByLabel('Nombre en el certificado').fill('أحمد');
  await dialog.getByText('El certificado no puede mostrar esas letras.', { exact: false }).waitFor();
  await dialog.getByLabel('Nombre en el certificado').fill('Kim Minjun (김민준)');
  await dialog.getByLabel('Nivel que avalas').selectOption('advanced');
  await expect.poll(() => dialog.getByLabel('Idioma').inputValue()).toBe('ko');
  await expectWell(teacher.page);
  await dialog.getByRole('button', { name: 'Emitir' }).click();
  await teacher.page.getByText('Pedido entregado').waitFor();
  await teacher.end();

  await mine.page.getByRole('link', { name: 'Ver certificado' }).click();
  await mine.page.getByRole('heading', { level: 1, name: 'Kim Minjun (김민준)' }).waitFor();
  await mine.page.getByText('Coreano · Nivel avanzado').waitFor();
  await expectWell(mine.page);
  const [download] = await Promise.all([
    mine.page.waitForEvent('download'),
    mine.page.getByRole('link', { name: 'Descargar PDF' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^sumi-[A-Z2-9]{12}\.pdf$/);
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');
  const address = new URL(mine.page.url()).pathname;
  await mine.end();

  const anybody = await visit(site, desktop);
  await go(anybody.page, address.toLowerCase());
  await anybody.page.getByText('Este certificado es válido').waitFor();
  await anybody.page.getByText('Inés Ávila').waitFor();
  await expect.poll(() => anybody.page.getByRole('link', { name: 'Descargar PDF' }).count()).toBe(0);
  await go(anybody.page, '/certificates/ABCDEFGHJKLM');
  await anybody.page.getByRole('heading', { level: 1, name: 'No conocemos este certificado' }).waitFor();
  await expectWell(anybody.page);
  await anybody.end();
});

it('orders, prices and certificates that do not load say so and try again; who delivers as an administrator is led to their own page', async () => {
  const admin = await site.person({ role: 'admin' });
  const { page, end } = await visit(site, desktop, admin, { mayBreak: true });
  const main = page.getByRole('main');
  const breaks = (address: string) =>
    route(page, address, (route) =>
      route.fulfill({ status: 403, json: { code: 'x/y', message: '', requestId: 'r-1' } }),
    );
  await breaks('**/api/store/orders/all*');
  await go(page, '/admin/store');
  await main.getByText('No se pudieron cargar los pedidos').waitFor();
  await expectWell(page);
  await unroute(page, '**/api/store/orders/all*');
  await tryAgain(main);
  await main.getByText(/por entregar$/).waitFor();

  await breaks('**/api/store/items/all');
  await page.reload();
  await page.getByRole('tab', { name: 'Precios' }).click();
  await main.getByText('No se pudo cargar la tienda').waitFor();
  await unroute(page, '**/api/store/items/all');
  await tryAgain(main);
  await main.getByRole('form', { name: 'Avatar personalizado' }).waitFor();

  await route(page, '**/api/store/certificates/*', (route) => route.abort());
  await go(page, '/certificates/ABCDEFGHJKLM');
  await main.getByText('No se pudo comprobar el certificado').waitFor();
  await expectWell(page);
  await unroute(page, '**/api/store/certificates/*');
  await tryAgain(main);
  await main.getByText('No conocemos este certificado').waitFor();

  await go(page, '/teacher/certificates');
  await page.waitForURL('**/admin/store');
  await end();
});

async function balanceOf({ id }: Person): Promise<number | undefined> {
  const row = site.db.selectFrom('wallets').select('balance').where('userId', '=', id);
  return (await row.executeTakeFirst())?.balance;
}
