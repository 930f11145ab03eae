import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Community, newCommunity } from '../../testing/community.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());

it('exportPeople writes days as the administrator who takes the list has them', async () => {
  const admin = await community.person({ role: 'admin', zone: 'America/Mexico_City' });
  const person = await community.person({ name: 'De Noche', tier: 'vip' });
  const createdAt = new Date('2026-02-01T03:00:00Z');
  await community.db.updateTable('users').set({ createdAt }).where('id', '=', person.id).execute();
  const endsAt = new Date('2099-05-02T05:59:59Z');
  await community.db.updateTable('userMemberships').set({ endsAt }).where('userId', '=', person.id).execute();
  const answer = await community.request(admin, 'GET', '/api/people/list.csv?search=de+noche');
  const rows: Record<string, string>[] = parse(await answer.text(), { columns: true, bom: true });
  expect(rows).toMatchObject([{ 'Miembro desde': '2026-01-31', 'Plan hasta': '2099-05-01' }]);
});

it('exportPeople marks what the list marks: a plan that renews, a single class, a hidden name', async () => {
  const admin = await community.person({ role: 'admin' });
  await community.person({ name: 'Marcada Sin Nada' });
  const renews = await community.person({ name: 'Marcada Renueva', tier: 'vip' });
  await community.db
    .updateTable('userMemberships')
    .set({ endsAt: new Date('2099-05-02T05:59:59Z'), subscriptionRef: 'renews', provider: 'test' })
    .where('userId', '=', renews.id)
    .execute();
  const hide = ({ id }: { id: string }, nameChosenAt: Date | null = null) =>
    community.db
      .updateTable('users')
      .set({
        nameHiddenAt: new Date(),
        nameAlias: `Colibrí ${id.slice(-6)}`,
        aliasImage: 'bird',
        nameHiddenReason: 'Un insulto.',
        nameChosenAt,
      })
      .where('id', '=', id)
      .execute();
  await hide(await community.person({ name: 'Marcada Oculta' }));
  await hide(await community.person({ name: 'Marcada Otra Vez' }), new Date());
  const single = await community.person({ name: 'Marcada Suelta' });
  await community.db
    .insertInto('payments')
    .values({
      userId: single.id,
      kind: 'single',
      amountCents: 300,
      platformShareCents: 300,
      method: 'cash',
      provider: 'manual',
      recordedBy: admin.id,
      status: 'completed',
      completedAt: new Date(),
    })
    .execute();
  const answer = await community.request(admin, 'GET', '/api/people/list.csv?search=marcada&sort=name');
  const rows: Record<string, string>[] = parse(await answer.text(), { columns: true, bom: true });
  const marks = rows.map((row) => [row.Nombre, row['Se renueva'], row['Pago único'], row['Nombre oculto']]);
  expect(marks).toEqual([
    ['Marcada Oculta', '', '', 'sí'],
    ['Marcada Otra Vez', '', '', 'sí, nombre nuevo por revisar'],
    ['Marcada Renueva', 'sí', '', ''],
    ['Marcada Sin Nada', '', '', ''],
    ['Marcada Suelta', '', 'sí', ''],
  ]);
});
