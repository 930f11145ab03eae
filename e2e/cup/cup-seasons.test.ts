import { afterAll, beforeAll, expect, it } from 'vitest';
import { listCupBoards, listCupSeasons } from '#features/cup/contract.ts';
import { seasonAt } from '#features/cup/rules.ts';
import { answerOf } from '../../src/testing/answers/answer-of.ts';
import type { Person } from '../../src/testing/community.ts';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { seeFailureToast } from '../failure-toast.ts';
import { desktop, expectWell, go, phone, visit } from '../visit.ts';

let site: Site;
let admin: Person;
beforeAll(async () => {
  site = await newSite();
  admin = await site.person({ role: 'admin', name: 'Olga' });
});
afterAll(() => site.close());

async function publish(
  season: string,
  lines: string[],
  header = 'Full name,Username,Language,Streak,Total XP,Time Spent Learning',
): Promise<void> {
  const file = [header, ...lines].join('\n');
  const sent = await site.request(
    admin,
    'POST',
    `/api/cup/imports?season=${season}`,
    new TextEncoder().encode(file),
    { 'content-type': 'text/csv' },
  );
  const { boardId } = await sent.json();
  await site.request(admin, 'POST', `/api/cup/imports/${boardId}/commit`);
}

it('an administrator releases a held row and closes a month; the winner is paid and everybody reads the winners', async () => {
  await publish('2025-03', [
    'Flora Veloz,flora,English,3,9000,0h 30m',
    'Ana Ruiz,ana,English,9,800,10h 0m',
    '김민서,minseo,Korean,2,700,10h 0m',
  ]);
  const ana = await site.person({ name: 'Ana' });
  await site.db
    .insertInto('cupClaims')
    .values({
      userId: ana.id,
      username: 'ana',
      status: 'confirmed',
      decidedAt: new Date(),
      decidedBy: admin.id,
    })
    .execute();

  // The figures are of the 20th, and the month went on.
  await site.db
    .updateTable('cupBoards')
    .set({ createdAt: new Date('2025-03-20T18:00:00Z') })
    .execute();
  const { page, end } = await visit(site, phone, admin);
  await go(page, '/admin/ranking');
  await page.getByText('9,000 XP en 30 min = 300 XP por minuto').waitFor();
  const release = () => page.getByRole('button', { name: 'Aprobar: Flora Veloz' }).click();
  const notReleased = 'No se pudieron cargar o cambiar las filas retenidas';
  await seeFailureToast(page, { of: '**/hold', says: notReleased }, release);
  await release();
  await page.getByText('Fila aprobada').waitFor();
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await page.getByText('Fila retenida', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Revisar y cerrar: marzo de 2025' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('1 fila está retenida y no gana nada', { exact: false }).waitFor();
  await dialog.getByText('No se puede deshacer', { exact: false }).waitFor();
  await dialog
    .getByText(/^Los datos son del 20 de marzo de 2025, antes de que terminara el mes: importa los últimos/)
    .waitFor();
  await dialog.getByRole('cell', { name: 'Ana', exact: true }).waitFor();
  await dialog.getByText('Sin reclamar').waitFor();
  await expectWell(page);
  const close = () => dialog.getByRole('button', { name: 'Cerrar: 1,000 sumicoins en premios' }).click();
  await seeFailureToast(page, { of: '**/close', says: 'No se pudo cerrar la copa' }, close);
  await close();
  await page.getByText('500 sumicoins pagadas, 500 por reclamar.').waitFor();
  await page.getByText('marzo de 2025: cerrado el', { exact: false }).waitFor();
  await expectWell(page);
  await end();

  const running = seasonAt(new Date());
  for (const season of ['2025-04', running])
    await publish(season, ['Ana Ruiz,ana,English,9,10,1h 0m', 'Beto Paz,beto,English,9,60,1h 0m']);
  const mine = await visit(site, desktop, ana);
  await go(mine.page, '/notifications');
  await mine.page
    .getByText('¡Ganaste 500 sumicoins! Puesto 1 en la copa de inglés de marzo de 2025.')
    .click();
  await mine.page.waitForURL('**/ranking?season=2025-03');
  const winners = mine.page.getByRole('region', { name: 'Ganadores' });
  await winners.getByText('Ana R. · Tú').waitFor();
  await winners.getByText('Por reclamar', { exact: true }).waitFor();
  await expectWell(mine.page);
  // The month that runs says what is missing to the position before.
  await mine.page.getByLabel('Mes', { exact: true }).selectOption(running);
  await mine.page.getByText('te faltan 51 XP').waitFor();
  // In a month that is over the reader can overtake no other row.
  await mine.page.getByLabel('Mes', { exact: true }).selectOption('2025-04');
  await mine.page.getByText('Pronto, los ganadores').waitFor();
  await mine.page.getByText('te faltan 51 XP').waitFor({ state: 'detached' });
  await mine.page.getByText('500 · 300 · 200 sumicoins').waitFor();
  await winners.waitFor({ state: 'detached' });
  await mine.page.getByLabel('Mes', { exact: true }).selectOption({ label: 'Marzo de 2025' });
  await winners.getByText('Ana R. · Tú').waitFor();
  await expectWell(mine.page);
  await mine.end();
});

it('an administrator holds a row by hand, reads that a user name is unknown, and takes it back', async () => {
  await publish('2025-02', ['Ana Ruiz,ana,English,9,800,10h 0m']);
  const { page, end } = await visit(site, phone, admin);
  await go(page, '/admin/ranking');
  const other = page.getByRole('button', { name: 'Retener otra fila' });
  await other.last().click();
  const dialog = page.getByRole('dialog', { name: 'Retener una fila' });
  const hold = () => dialog.getByRole('button', { name: 'Retener', exact: true }).click();
  await dialog.getByLabel('Usuario').fill('nadia');
  await hold();
  await dialog.getByText('Escribe el motivo.').waitFor();
  const reason = dialog.getByLabel('Motivo');
  await expect.poll(() => reason.evaluate((it) => it === document.activeElement)).toBe(true);
  await expectWell(page);
  await reason.fill('Usó un programa');
  await hold();
  await page.getByText('No encontramos ese usuario en el ranking publicado.').waitFor();
  await dialog.getByLabel('Usuario').fill('ana');
  await hold();
  await page.getByText('Retenida a mano').waitFor();
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await page.getByText('Retenida a mano').waitFor({ state: 'detached' });
  await end();
});

it('an administrator changes the prizes and puts an earlier version back; each says when it failed', async () => {
  await publish('2025-01', ['Ana Ruiz,ana,English,9,800,10h 0m']);
  await publish('2025-01', ['Beto Paz,beto,English,9,900,10h 0m']);
  const { page, end } = await visit(site, phone, admin);
  await go(page, '/admin/ranking');
  await page.getByText('Premios y revisión', { exact: true }).click();
  await page.getByLabel('Primer puesto (sumicoins)').fill('600');
  await expectWell(page);
  const save = () => page.getByRole('button', { name: 'Guardar', exact: true }).click();
  await seeFailureToast(page, { of: '**/api/cup/settings', says: 'No se pudo guardar' }, save);
  await save();
  const prizes = async () => {
    const { settings } = await answerOf(site.request(admin, 'GET', '/api/cup/seasons'), listCupSeasons);
    return settings.prizes[0];
  };
  await expect.poll(prizes).toBe(600);
  const dialog = page.getByRole('dialog', { name: '¿Volver a esta versión?' });
  const putBack = async () => {
    await page
      .getByRole('button', { name: /^Volver a publicar/ })
      .first()
      .click();
    await dialog.getByRole('button', { name: 'Volver a publicar' }).click();
  };
  await seeFailureToast(page, { of: '**/put-back', says: 'No se pudo volver a esta versión' }, putBack);
  const live = async () => {
    const { items } = await answerOf(site.request(admin, 'GET', '/api/cup/boards'), listCupBoards);
    return items.filter(({ status }) => status === 'live').map(({ id }) => id);
  };
  const before = await live();
  await putBack();
  await expect.poll(live).not.toEqual(before);
  await end();
});

it('a student says from the row itself that it is theirs, and takes it back', async () => {
  await publish('2025-05', ['Caro Gil,caro,English,9,100,10h 0m', 'Dani Sol,dani,English,9,60,10h 0m']);
  const person = await site.person({ name: 'Caro' });
  const { page, end } = await visit(site, phone, person);
  await go(page, '/ranking?season=2025-05');
  const row = page.locator('li[data-position="1"]');
  await row.getByText('Caro G.').click();
  await expectWell(page);
  const claim = () => row.getByRole('button', { name: 'Soy yo: Caro G.' }).click();
  await seeFailureToast(
    page,
    { of: '**/api/cup/claims', says: 'No se pudo cargar o guardar tu puesto' },
    claim,
  );
  await claim();
  await page.getByText('Recibimos tu petición').waitFor();
  await page.getByRole('button', { name: 'Confirmando tu fila' }).waitFor();
  await row.getByRole('button', { name: 'Soy yo: Caro G.' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await page.getByRole('button', { name: '¿Estás en la copa?' }).waitFor();
  expect(
    await site.db.selectFrom('cupClaims').select('id').where('userId', '=', person.id).execute(),
  ).toEqual([]);
  await end();

  const visitor = await visit(site, phone);
  await go(visitor.page, '/ranking?season=2025-05');
  await visitor.page.locator('li[data-position="1"]').getByText('Caro G.').click();
  await visitor.page.getByText('Lecciones').first().waitFor();
  await expect.poll(() => visitor.page.getByRole('button', { name: /^Soy yo/ }).count()).toBe(0);
  await visitor.end();
});

it('a winner whose proved address is that of the row says from the row that it is theirs, also after another month went live', async () => {
  const eva = await site.person({ name: 'Eva' });
  await site.db.updateTable('users').set({ emailVerified: true }).where('id', '=', eva.id).execute();
  const header = 'Full name,Username,Email,Language,Total XP,Time Spent Learning';
  await publish('2025-06', [`Eva Luz,eva,${eva.email},English,800,10h 0m`], header);
  const { boardId } = await (await site.request(admin, 'GET', '/api/cup/seasons/2025-06/closing')).json();
  await site.request(admin, 'POST', '/api/cup/seasons/2025-06/close', { boardId });
  await publish('2025-07', ['Gema Sol,gema,,English,90,10h 0m'], header);

  const { page, end } = await visit(site, phone, eva);
  await go(page, '/ranking?season=2025-06');
  // The dialog knows the row as well, although the live board does not have it.
  await page.getByRole('button', { name: 'Vas en el puesto 1' }).click();
  const dialog = page.getByRole('dialog', { name: 'Tu puesto en la copa' });
  await dialog.getByText('Encontramos una fila con tu correo').waitFor();
  await expect.poll(() => dialog.getByLabel('Usuario').inputValue()).toBe('eva');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  const row = page.locator('li[data-position="1"]');
  await row.getByText('Eva L.').click();
  await row.getByRole('button', { name: 'Soy yo: Eva L.' }).click();
  await page.getByText('Recibimos tu petición').waitFor();
  await row.getByRole('button', { name: 'Soy yo: Eva L.' }).waitFor({ state: 'detached' });
  const claims = () =>
    site.db.selectFrom('cupClaims').select(['username', 'status']).where('userId', '=', eva.id).execute();
  await expect.poll(claims).toEqual([{ username: 'eva', status: 'pending' }]);
  await end();
});
