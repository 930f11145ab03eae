import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Person } from '../../src/testing/community.ts';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { personWithMail } from '../../src/testing/stand-ins/notice-mail.ts';
import { pushServer } from '../../src/testing/stand-ins/push-server.ts';
import { standInForIphone, standInForPush } from '../notifications/stand-in-for-push.ts';
import { expectWell, go, phone, visit } from '../visit.ts';

/* Who waits for a seat, has just taken one or teaches is offered push messages there. */

const offer = 'Un lugar puede esperarte solo 10 minutos: recibe el aviso en este dispositivo.';
const noLetters = 'Los correos no te llegan hasta que confirmes tu dirección.';

let site: Site;
let teacher: Person;
beforeAll(async () => {
  site = await newSite({ mail: 'sent' });
  teacher = await site.person({ role: 'teacher', verified: true });
});
afterAll(() => site.close());

/** A club of one seat, which a student has. */
async function fullClub(title: string): Promise<string> {
  const { id } = await site.db
    .insertInto('classes')
    .values({
      kind: 'club',
      title,
      description: 'Una taza, un tema y pocas personas.',
      startsAt: new Date(Date.now() + 48 * 3600_000),
      maxStudents: 1,
      createdBy: teacher.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await site.request(await site.person(), 'POST', `/api/classes/${id}/enrolment`);
  return id;
}

/** A page of its own, because later visits use the first one again. */
async function visitWithPush(person: Person, device: Parameters<typeof standInForPush>[1] | 'iphone') {
  const { context, end } = await visit(site, phone, person);
  const page = await context.newPage();
  await (device === 'iphone' ? standInForIphone(page) : standInForPush(page, device));
  return {
    page,
    async end() {
      await page.close();
      await end();
    },
  };
}

it('a student who joins a waiting list turns push messages on there, and learns that letters do not arrive yet', async () => {
  const server = await pushServer();
  const [id, other] = [await fullClub('Coffee'), await fullClub('Tea')];
  const student = await site.person();
  await site.request(student, 'POST', `/api/classes/${other}/waiting`);
  const { page, end } = await visitWithPush(student, server.device('telephone'));
  await go(page, `/classes?class=${id}`);
  const dialog = page.getByRole('dialog').first();
  const join = dialog.getByRole('button', { name: 'Esperar un lugar: Coffee' });
  await join.waitFor();
  await expect.poll(() => page.getByText(offer).count()).toBe(0);
  await join.click();
  await dialog.getByText(offer).waitFor();
  await dialog.getByText(noLetters).waitFor();
  await expectWell(page);
  await site.letters();
  await dialog.getByRole('button', { name: 'Confirmar correo' }).click();
  await page.getByText('Revisa tu correo').waitFor();
  expect((await site.letters()).map(({ to }) => to)).toEqual([student.email]);
  await dialog.getByRole('button', { name: 'Activar en este dispositivo' }).click();
  await dialog.getByText('Este dispositivo recibe tus avisos.').waitFor();
  const devices = await site.db.selectFrom('pushSubscriptions').select('userId').execute();
  expect(devices).toEqual([{ userId: student.id }]);
  // Nothing more is offered where messages arrive.
  await go(page, `/classes?class=${other}`);
  await dialog.getByText(noLetters).waitFor();
  await expect.poll(() => page.getByText(offer).count()).toBe(0);
  await server.close();
  await end();
});

it('a student who puts push messages off at a waiting list is not asked again on that device', async () => {
  const server = await pushServer();
  const [id, other] = [await fullClub('Mate'), await fullClub('Horchata')];
  const student = await site.person();
  await site.request(student, 'POST', `/api/classes/${other}/waiting`);
  const { page, end } = await visitWithPush(student, server.device('telephone'));
  // Only the card whose waiting list was joined here asks.
  await go(page, '/classes?tab=upcoming');
  await page.getByRole('button', { name: 'Salir de la lista: Horchata' }).first().waitFor();
  await page.getByRole('button', { name: 'Esperar un lugar: Mate' }).first().click();
  await page.getByText(offer).first().waitFor();
  await expect.poll(() => page.getByText(offer).count()).toBe(1);
  await page.getByRole('button', { name: 'Ahora no' }).click();
  await expect.poll(() => page.getByText(offer).count()).toBe(0);
  // What stands beside the offer shows when the offer would.
  await page.goto(`/classes?class=${id}`);
  await page.getByText(noLetters).first().waitFor();
  await expect.poll(() => page.getByText(offer).count()).toBe(0);
  await server.close();
  await end();
});

it('a student with an iPhone reads at the waiting list to install Sumi first, and nothing of letters, which arrive', async () => {
  const id = await fullClub('Coffee');
  const { page, end } = await visitWithPush(await personWithMail(site), 'iphone');
  await go(page, `/classes?class=${id}`);
  const dialog = page.getByRole('dialog').first();
  await dialog.getByRole('button', { name: 'Esperar un lugar: Coffee' }).click();
  await dialog.getByText('En el iPhone y el iPad, primero instala Sumi').waitFor();
  await expect.poll(() => page.getByText(noLetters).count()).toBe(0);
  await expectWell(page);
  await end();
});

const ofStart =
  'Que no se te pase: recibe en este dispositivo los avisos de una hora y de diez minutos antes de cada clase o club.';

/** A club with a seat for more than one student. */
async function openClub(title: string): Promise<string> {
  const startsAt = new Date(Date.now() + 48 * 3600_000);
  const { id } = await site.db
    .insertInto('classes')
    .values({ kind: 'club', title, description: 'Una taza.', startsAt, createdBy: teacher.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

it('a student who takes a seat is offered its reminders on that device, there and at no other seat', async () => {
  const server = await pushServer();
  const [id, other] = [await openClub('Pan dulce'), await openClub('Champurrado')];
  const student = await site.person();
  await site.request(student, 'POST', `/api/classes/${other}/enrolment`);
  const { page, end } = await visitWithPush(student, server.device('telephone'));
  await go(page, `/classes?class=${other}`);
  const dialog = page.getByRole('dialog').first();
  await dialog.getByText('Tienes tu lugar').waitFor();
  await expect.poll(() => page.getByText(ofStart).count()).toBe(0);
  await go(page, `/classes?class=${id}`);
  await dialog.getByRole('button', { name: 'Inscribirme: Pan dulce' }).click();
  await dialog.getByText(ofStart).waitFor();
  // Without a device this reminder goes by mail, so the address matters.
  await dialog.getByText(noLetters).waitFor();
  await expectWell(page);
  await dialog.getByRole('button', { name: 'Activar en este dispositivo' }).click();
  await dialog.getByText('Este dispositivo recibe tus avisos.').waitFor();
  await expect.poll(() => page.getByText(noLetters).count()).toBe(0);
  const devices = await site.db.selectFrom('pushSubscriptions').select('userId').execute();
  expect(devices.map(({ userId }) => userId)).toContain(student.id);
  await server.close();
  await end();
});

it('a teacher with a class to come is offered its reminders at their desk, until they say no', async () => {
  const server = await pushServer();
  await openClub('Tamales');
  const { page, end } = await visitWithPush(teacher, server.device('telephone'));
  await go(page, '/teacher');
  await page.getByText(ofStart).waitFor();
  await expectWell(page);
  await page.getByRole('button', { name: 'Ahora no' }).click();
  await expect.poll(() => page.getByText(ofStart).count()).toBe(0);
  await server.close();
  await end();
});
