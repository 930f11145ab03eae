import { afterAll, beforeAll, expect, it } from 'vitest';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { zoneFarFromMidnight } from '../classes/zone-far-from-midnight.ts';
import { go, phone, visit } from '../visit.ts';

let site: Site;
beforeAll(async () => {
  site = await newSite();
});
afterAll(async () => {
  await site.close();
});

/** A free club today with that many seats. */
async function classToday(maxStudents: number): Promise<string> {
  const teacher = await site.person({ role: 'teacher', verified: true });
  const { id } = await site.db
    .insertInto('classes')
    .values({
      kind: 'club',
      title: 'Charla de la tarde',
      description: 'Para hablar',
      startsAt: new Date(Date.now() + 60_000),
      maxStudents,
      createdBy: teacher.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const enrol = async (classId: string) =>
  site.request(await site.person(), 'POST', `/api/classes/${classId}/enrolment`, {});

it('seats that others take disappear from an open page, also after a lost connection', async () => {
  const classId = await classToday(4);
  const { page, context, end } = await visit(
    site,
    phone,
    await site.person({ zone: zoneFarFromMidnight() }),
    {
      mayBreak: true,
    },
  );
  await go(page, '/conversation-clubs');
  const card = page.getByRole('article').filter({ hasText: 'Charla de la tarde' }).last();
  await card.getByText('Quedan 4 lugares').waitFor();
  expect((await enrol(classId)).status).toBe(200);
  await card.getByText('Quedan 3 lugares').waitFor();

  await context.setOffline(true);
  expect((await enrol(classId)).status).toBe(200);
  await card.getByText('Quedan 3 lugares').waitFor();
  await context.setOffline(false);
  await card.getByText('Quedan 2 lugares').waitFor();
  await end();
  await site.db.deleteFrom('classEnrollments').where('classId', '=', classId).execute();
  await site.db.deleteFrom('classes').where('id', '=', classId).execute();
});

it('coins that arrive are counted on every open screen that shows them', async () => {
  const person = await site.person({ coins: 120 });
  const ledger = await visit(site, phone, person);
  const dashboard = await visit(site, phone, person);
  await go(ledger.page, '/coins');
  await go(dashboard.page, '/dashboard');
  await ledger.page.getByText('120', { exact: true }).first().waitFor();
  await dashboard.page.getByText('120', { exact: true }).first().waitFor();
  const bought = await site.request(person, 'POST', '/api/store/orders', { itemId: 'custom-avatar' });
  expect(bought.status).toBe(200);
  for (const { page, end } of [ledger, dashboard]) {
    await page.getByRole('main').getByText('20', { exact: true }).first().waitFor();
    await end();
  }
});
