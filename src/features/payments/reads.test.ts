import { parse } from 'csv-parse/sync';
import { type Insertable, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPerson } from '#features/people/contract.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { Payments } from '#server/db/schema.ts';
import { answerOf } from '../../testing/answers/answer-of.ts';
import { type Community, newCommunity, type Person } from '../../testing/community.ts';
import { listOwnPayments, listPayments, readTotals } from './contract.ts';
import { selectOverseenAfter } from './reads.ts';
import { refundReasons } from './rules.ts';

let community: Community;
let admin: Person;
let ana: Person;
let beto: Person;
/** The middle of a month in Mexico City. */
const now = new Date('2026-11-20T18:00:00.000Z');
beforeAll(async () => {
  community = await newCommunity();
  community.setNow(now);
  admin = await community.person({ role: 'admin' });
  ana = await community.person({ name: 'Ana Ñúñez' });
  beto = await community.person({ name: '=HYPERLINK("http://x")' });
  await pay(ana, { status: 'completed', amountCents: 1000, createdAt: '2026-11-02T10:00:00.000Z' });
  // The 1st of November, still October in Mexico City.
  await pay(ana, { status: 'completed', amountCents: 2000, createdAt: '2026-11-01T05:59:00.000Z' });
  await pay(ana, { status: 'refunded', amountCents: 3000, createdAt: '2026-11-03T10:00:00.000Z' });
  await pay(beto, {
    status: 'pending',
    amountCents: 300,
    createdAt: '2026-11-04T10:00:00.000Z',
    method: 'oxxo',
  });
  await pay(beto, { status: 'failed', amountCents: 300, createdAt: '2026-11-05T10:00:00.000Z' });
  await pay(beto, {
    status: 'completed',
    amountCents: 5000,
    currency: 'MXN',
    createdAt: '2026-11-06T10:00:00.000Z',
    kind: 'single',
    tier: null,
    // Its refund is not made yet.
    refundWantedAt: now,
    title: '+Clase "A", con comas\ny renglones',
  });
});
afterAll(() => community.close());

type Facts = Partial<Insertable<Payments>> & { status: string; amountCents: number; createdAt: string };

async function pay(person: Person, { status, amountCents, createdAt, ...facts }: Facts): Promise<string> {
  const at = new Date(createdAt);
  const { id } = await community.db
    .insertInto('payments')
    .values({
      userId: person.id,
      kind: 'membership',
      tier: 'basic',
      method: 'card',
      provider: 'test',
      amountCents,
      platformShareCents: amountCents,
      status,
      createdAt: at,
      ...(status !== 'pending' && status !== 'failed' && { completedAt: at }),
      ...(status === 'refunded' && { refundedAt: at, refundWantedAt: at }),
      ...facts,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

type Page = {
  items: { id: string; amountCents: number; person: { name: string }; status: string }[];
  nextCursor: string | null;
};
const list = (query: string) =>
  answerOf(community.request(admin, 'GET', `/api/payments?${query}`), listPayments);

it('all payments are listed newest first, in pages that neither skip nor repeat', async () => {
  const all = await list('');
  expect(all.items.map(({ amountCents }) => amountCents)).toEqual([5000, 300, 300, 3000, 1000, 2000]);
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Page = await list(`limit=2${cursor ? `&cursor=${cursor}` : ''}`);
    seen.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor);
  expect(seen).toEqual(all.items.map(({ id }) => id));
});

it.each([
  ['status=completed', [5000, 1000, 2000]],
  ['status=failed', [300]],
  ['kind=single', [5000]],
  ['method=oxxo', [300]],
  ['search=nunez', [3000, 1000, 2000]],
  ['search=%25', []],
  ['from=2026-11-04T00:00:00Z&to=2026-11-06T00:00:00Z', [300, 300]],
  ['from=2026-11-01T00:00:00-06:00&status=completed', [5000, 1000]],
  ['search=ana&status=refunded', [3000]],
  ['status=refunding', [5000]],
])('the list of payments is narrowed by %s', async (query, amounts) => {
  expect((await list(query)).items.map(({ amountCents }) => amountCents)).toEqual(amounts);
});

it.each(['pending', 'failed', 'refunded'] as const)(
  'the list of %s payments reads those alone, also where there are a million of other ones',
  async (status) => {
    const ctx = await community.ctxFor(admin);
    await inTransaction(ctx, async (inside) => {
      for (const table of ['payments', 'users']) {
        await sql`analyze ${sql.table(table)}`.execute(inside.db);
        await sql`select pg_restore_relation_stats('schemaname', 'public', 'relname', ${table}::text, 'relpages', 1,
        'reltuples', 1000000::real)`.execute(inside.db);
      }
      const query = selectOverseenAfter(inside, { status }, undefined).limit(51).compile();
      // The plan of a prepared statement, whatever its parameters are.
      const plan = await sql`explain (generic_plan) ${sql.raw(query.sql)}`.execute(inside.db);
      expect(JSON.stringify(plan.rows)).toContain('payments_not_completed');
    });
  },
);

it.each(['status=paid', 'cursor=rubbish', 'from=ayer', 'limit=0', 'limit=1000'])(
  'the list of payments refuses %s as unreadable',
  async (query) => {
    expect((await community.request(admin, 'GET', `/api/payments?${query}`)).status).toBe(400);
  },
);

describe('the totals of payments', () => {
  const totals = async (query: string) =>
    (await answerOf(community.request(admin, 'GET', `/api/payments/totals?${query}`), readTotals)).items;

  it('sum the listed payments by currency, with the month of the reader’s zone', async () => {
    expect(await totals('')).toEqual([
      {
        currency: 'MXN',
        count: 1,
        completedCents: 5000,
        pendingCents: 0,
        refundedCents: 0,
        refundedInPeriodCents: 0,
        owedBackCents: 0,
        monthCents: 5000,
      },
      {
        currency: 'USD',
        count: 5,
        completedCents: 3000,
        pendingCents: 300,
        refundedCents: 3000,
        refundedInPeriodCents: 3000,
        owedBackCents: 0,
        monthCents: 1000,
      },
    ]);
    expect(await totals('search=ana&status=completed')).toEqual([
      {
        currency: 'USD',
        count: 2,
        completedCents: 3000,
        pendingCents: 0,
        refundedCents: 0,
        refundedInPeriodCents: 0,
        owedBackCents: 0,
        monthCents: 1000,
      },
    ]);
    expect(await totals('search=nadie')).toEqual([]);
  });
});

it('a month sums what went back in it, by the provider or by hand, also of earlier payments, and lists those as refunded', async () => {
  const payer = await community.person({ name: 'Mes Devuelto' });
  const at = (day: string) => `${day}T18:00:00.000Z`;
  const refunded = { status: 'refunded', createdAt: at('2026-09-05') } as const;
  const byHand = { method: 'oxxo', giveBackByHand: true } as const;
  await pay(payer, { ...refunded, amountCents: 100, refundedAt: at('2026-11-07') });
  await pay(payer, { ...refunded, amountCents: 200, refundedAt: at('2026-09-06') });
  const later = await pay(payer, { ...refunded, ...byHand, amountCents: 400, refundedAt: at('2026-09-07') });
  const givenBack = { method: 'cash', reason: 'En la oficina' };
  const answer = await community.request(admin, 'POST', `/api/payments/${later}/given-back`, givenBack);
  expect(answer.status).toBe(200);
  await pay(payer, { ...refunded, ...byHand, amountCents: 800, refundedAt: at('2026-11-09') });
  await pay(payer, { status: 'completed', createdAt: at('2026-11-02'), amountCents: 1600 });
  const november = 'search=devuelto&from=2026-11-01T00:00:00Z&to=2026-12-01T00:00:00Z';
  const totals = async (query: string) =>
    (await answerOf(community.request(admin, 'GET', `/api/payments/totals?${query}`), readTotals)).items;
  const sums = { count: 1, completedCents: 1600, refundedCents: 0, refundedInPeriodCents: 500 };
  expect(await totals(november)).toMatchObject([sums]);
  const amounts = (await list(`${november}&status=refunded`)).items.map(({ amountCents }) => amountCents);
  expect(new Set(amounts)).toEqual(new Set([100, 400, 800]));
  const asRefunded = { count: 3, refundedCents: 500, refundedInPeriodCents: 500, owedBackCents: 800 };
  expect(await totals(`${november}&status=refunded`)).toMatchObject([asRefunded]);
});

describe('the export of payments', () => {
  const read = async (query: string) => {
    const answer = await community.request(admin, 'GET', `/api/payments/export.csv?${query}`);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    return Buffer.from(await answer.arrayBuffer()).toString('utf8');
  };

  it('has the same payments as the list, and quotes commas, quotes and line breaks', async () => {
    const rows: Record<string, string>[] = parse(await read(''), { columns: true, bom: true });
    expect(rows.map((row) => row.ID)).toEqual((await list('')).items.map(({ id }) => id));
    expect(rows[0]).toMatchObject({
      'Monto pedido': '50.00',
      Moneda: 'MXN',
      Clase: '\'+Clase "A", con comas\ny renglones',
    });
    const some: Record<string, string>[] = parse(await read('status=pending'), { columns: true, bom: true });
    expect(some.map((row) => row.Estado)).toEqual(['Pendiente']);
  });

  it('is in the audit log with who took it', async () => {
    const lines = () =>
      community.db
        .selectFrom('auditLog')
        .select('actorId')
        .where('act', '=', 'payments.export-payments')
        .execute();
    const before = (await lines()).length;
    await read('');
    await community.request(admin, 'HEAD', '/api/payments/export.csv');
    expect((await lines()).slice(before)).toEqual([{ actorId: admin.id }]);
  });

  it('has no cell that a spreadsheet would run', async () => {
    const rows: string[][] = parse(await read(''), { bom: true });
    const dangerous = rows.flat().filter((cell) => /^[=+\-@\t\r]/.test(cell));
    expect(dangerous).toEqual([]);
  });

  it('has every row when it is longer than one page', async () => {
    const many = await newCommunity();
    const boss = await many.person({ role: 'admin' });
    const rows = Array.from({ length: 1203 }, (_, at) => ({
      userId: boss.id,
      kind: 'single' as const,
      method: 'cash' as const,
      provider: 'manual' as const,
      recordedBy: boss.id,
      status: 'completed' as const,
      completedAt: now,
      amountCents: at,
      platformShareCents: at,
      // Some begin in the same instant.
      createdAt: new Date(now.getTime() - Math.floor(at / 3)),
    }));
    await many.db.insertInto('payments').values(rows).execute();
    const answer = await many.request(boss, 'GET', '/api/payments/export.csv');
    const read: Record<string, string>[] = parse(await answer.text(), { columns: true, bom: true });
    expect(new Set(read.map((row) => row.ID)).size).toBe(1203);
    await many.close();
  });
});

it('a payment that was recorded late stands in the lists, and in the period, of the day on which it was paid', async () => {
  const late = await community.person({ name: 'Tarde Anotada' });
  const facts = { status: 'completed', method: 'cash', provider: 'manual', recordedBy: admin.id } as const;
  const paidAt = new Date('2026-10-30T18:00:00.000Z');
  const recorded = { amountCents: 1500, createdAt: '2026-11-18T10:00:00.000Z' };
  const id = await pay(late, { ...facts, ...recorded, completedAt: paidAt });
  await pay(late, { ...facts, amountCents: 700, createdAt: '2026-11-10T10:00:00.000Z' });
  const amounts = ({ items }: { items: { amountCents: number }[] }) => items.map((one) => one.amountCents);
  expect(amounts(await list('search=tarde'))).toEqual([700, 1500]);
  expect(amounts(await list('search=tarde&from=2026-11-01T00:00:00-06:00'))).toEqual([700]);
  expect(
    amounts(await answerOf(community.request(late, 'GET', '/api/payments/mine'), listOwnPayments)),
  ).toEqual([700, 1500]);
  const path = '/api/payments/totals?search=tarde&from=2026-11-01T00:00:00-06:00';
  const body = await answerOf(community.request(admin, 'GET', path), readTotals);
  expect(body.items[0]).toMatchObject({ completedCents: 700, monthCents: 700 });
  const person = await answerOf(community.request(admin, 'GET', `/api/people/${late.id}`), readPerson);
  expect(person.payments[1]).toMatchObject({ id, datedAt: paidAt.toISOString() });
});

it('a payment is found by its whole id and by that of the provider, which stands in the export', async () => {
  const paymentRef = 'pi_3Q_whole';
  const id = await pay(ana, {
    status: 'completed',
    amountCents: 4400,
    createdAt: '2026-09-02T10:00:00.000Z',
    paymentRef,
  });
  for (const search of [id, paymentRef])
    expect((await list(`search=${search}`)).items.map((one) => one.id)).toEqual([id]);
  for (const part of [id.slice(0, -1), 'pi_3Q']) expect((await list(`search=${part}`)).items).toEqual([]);
  const answer = await community.request(admin, 'GET', `/api/payments/export.csv?search=${paymentRef}`);
  const rows: Record<string, string>[] = parse(await answer.text(), { columns: true, bom: true });
  expect(rows).toMatchObject([{ ID: id, 'Referencia del servicio de pagos': paymentRef }]);
});

it('the export says in words why the server asked for a refund, and leaves what a person typed', async () => {
  const [seat, typed] = ['pi_seat_left', 'pi_typed'];
  const payer = await community.person();
  const refunded = { status: 'refunded', amountCents: 300, createdAt: '2026-09-03T10:00:00.000Z' } as const;
  await pay(payer, { ...refunded, paymentRef: seat, refundReason: refundReasons.seatLeft });
  await pay(payer, { ...refunded, paymentRef: typed, refundReason: 'Se lo prometí' });
  const reasonOf = async (paymentRef: string) => {
    const answer = await community.request(admin, 'GET', `/api/payments/export.csv?search=${paymentRef}`);
    const [row]: Record<string, string>[] = parse(await answer.text(), { columns: true, bom: true });
    return row?.['Motivo de la devolución'];
  };
  expect([await reasonOf(seat), await reasonOf(typed)]).toEqual(['Dejó su lugar.', 'Se lo prometí']);
});

it("a person's own list leaves out what they never paid", async () => {
  const body = await answerOf(community.request(beto, 'GET', '/api/payments/mine'), listOwnPayments);
  expect(body.items.map(({ status }) => status)).toEqual(['completed', 'pending']);
  expect(JSON.stringify(body)).not.toMatch(/email|teacherShare|note/);
});
