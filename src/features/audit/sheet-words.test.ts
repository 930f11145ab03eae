import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { locales } from '#shared/locales.ts';
import { type Community, newCommunity, type Person } from '../../testing/community.ts';
import { sheetTexts } from './sheet-words.ts';

let community: Community;
let admin: Person;
beforeAll(async () => {
  community = await newCommunity();
  admin = await community.person({ role: 'admin', zone: 'America/Lima' });
});
afterAll(() => community.close());

const sheets = [
  '/api/people/list.csv',
  '/api/payments/export.csv',
  '/api/payments/earnings.csv',
  '/api/payments/owed.csv',
  '/api/audit/log.csv',
];

async function read(path: string): Promise<string[][]> {
  const answer = await community.request(admin, 'GET', path);
  expect(answer.status).toBe(200);
  return parse(await answer.text(), { bom: true }) as string[][];
}

it.each(locales)(
  'every list that is downloaded has its heads in the language of its reader ($code)',
  async ({ code }) => {
    await community.db.updateTable('users').set({ locale: code }).where('id', '=', admin.id).execute();
    const known = new Set<string>(Object.values(sheetTexts[code].heads));
    for (const path of sheets) {
      const [heads = []] = await read(path);
      expect(heads.filter((head) => !known.has(head.replace(' (UTC)', '')), path)).toEqual([]);
      expect(new Set(heads).size, path).toBe(heads.length);
    }
  },
);

it('a payment at 21:00 on the 30th in Lima stands under that day, beside its instant in UTC', async () => {
  await community.db.updateTable('users').set({ locale: 'es' }).where('id', '=', admin.id).execute();
  await community.db
    .insertInto('payments')
    .values({
      userId: admin.id,
      kind: 'single',
      amountCents: 300,
      platformShareCents: 300,
      method: 'cash',
      provider: 'manual',
      recordedBy: admin.id,
      status: 'completed',
      createdAt: new Date('2026-12-01T02:00:00Z'),
      completedAt: new Date('2026-12-01T02:00:00Z'),
    })
    .execute();
  const [heads = [], row = []] = await read('/api/payments/export.csv');
  const cell = (head: string) => row[heads.indexOf(head)];
  expect(
    ['Pagado', 'Pagado (UTC)', 'Tipo', 'Forma de pago', 'Servicio de pagos', 'Estado'].map(cell),
  ).toEqual([
    '2026-11-30 21:00',
    '2026-12-01T02:00:00.000Z',
    'Clase suelta',
    'Efectivo',
    'A mano',
    'Completado',
  ]);
});
