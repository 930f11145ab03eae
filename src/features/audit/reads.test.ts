import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnswerOf } from '#shared/operation.ts';
import { answerOf } from '../../testing/answers/answer-of.ts';
import { type Community, newCommunity, type Person } from '../../testing/community.ts';
import { plansOf } from '../../testing/plans-of.ts';
import { listAudit as operation } from './contract.ts';
import { listAudit } from './reads.ts';
import { recordAct } from './record-act.ts';

let community: Community;
let adela: Person;
let bruno: Person;
let ana: Person;
beforeAll(async () => {
  community = await newCommunity();
  adela = await community.person({ role: 'admin', name: 'Adela' });
  bruno = await community.person({ role: 'admin', name: 'Bruno' });
  ana = await community.person({ name: 'Ana "La" Ruiz' });
  await community.db
    .updateTable('users')
    .set({ email: 'ana@quien.example' })
    .where('id', '=', ana.id)
    .execute();
  const [one, two] = [await community.ctxFor(adela), await community.ctxFor(bruno)];
  await recordAct(one, { act: 'people.ban', personId: ana.id, reason: 'Insultó a José, dos veces' });
  await recordAct(two, { act: 'people.unban', personId: ana.id });
  await recordAct(two, {
    act: 'store.refund-order',
    reason: '=HYPERLINK("http://mal.example","ver")',
    detail: { price: 100, title: 'Café' },
  });
});
afterAll(() => community.close());

const ask = (path: string, query: Record<string, string> = {}) =>
  community.request(adela, 'GET', `/api/audit${path}?${new URLSearchParams(query)}`);

async function acts(query: Record<string, string> = {}): Promise<string[]> {
  const { items } = await answerOf(ask('', query), operation);
  return items.map(({ act }) => act);
}

it('a line of the audit log says who did what to whom, why and when', async () => {
  const { items } = await answerOf(ask('', { act: 'people.ban' }), operation);
  expect(items).toEqual([
    {
      id: expect.any(String),
      act: 'people.ban',
      actor: { id: adela.id, name: 'Adela' },
      person: { id: ana.id, name: 'Ana "La" Ruiz' },
      reason: 'Insultó a José, dos veces',
      detail: {},
      createdAt: expect.stringMatching(/Z$/),
    },
  ]);
});

it.each([
  [{}, ['store.refund-order', 'people.unban', 'people.ban']],
  [{ act: 'people.unban' }, ['people.unban']],
  [{ search: 'INSULTO jose' }, ['people.ban']],
  [{ search: 'ruiz' }, ['people.unban', 'people.ban']],
  [{ search: 'ana@quien.example' }, ['people.unban', 'people.ban']],
  [{ search: 'bruno' }, ['store.refund-order', 'people.unban']],
  [{ search: 'bruno ruiz' }, ['people.unban']],
  [{ search: 'cafe' }, ['store.refund-order']],
  [{ search: 'nada de eso' }, []],
  [{ from: '2000-01-01T00:00:00Z', to: '2001-01-01T00:00:00Z' }, []],
  [{ from: '2001-01-01T00:00:00Z' }, ['store.refund-order', 'people.unban', 'people.ban']],
] as [Record<string, string>, string[]][])(
  'the audit log filtered by %j lists the matching lines, newest first',
  async (query, expected) => {
    expect(await acts(query)).toEqual(expected);
  },
);

it('the audit log can be filtered by actor and by person', async () => {
  expect(await acts({ actor: bruno.id })).toEqual(['store.refund-order', 'people.unban']);
  expect(await acts({ person: ana.id, actor: bruno.id })).toEqual(['people.unban']);
});

it('the pages of the audit log hold each line once', async () => {
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page: AnswerOf<typeof operation> = await answerOf(
      ask('', { limit: '1', ...(cursor && { cursor }) }),
      operation,
    );
    seen.push(...page.items.map(({ act }) => act));
    cursor = page.nextCursor;
  } while (cursor);
  expect(seen).toEqual(['store.refund-order', 'people.unban', 'people.ban']);
  expect((await ask('', { cursor: 'none' })).status).toBe(400);
});

it('the filters of the audit log offer the acts and actors that it holds', async () => {
  expect(await (await ask('/choices')).json()).toEqual({
    acts: ['people.ban', 'people.unban', 'store.refund-order'],
    actors: [
      { id: adela.id, name: 'Adela' },
      { id: bruno.id, name: 'Bruno' },
    ],
  });
});

it('the audit log as CSV escapes formulas and can be parsed', async () => {
  const answer = await ask('/log.csv');
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="registro.csv"');
  const bytes = new Uint8Array(await answer.arrayBuffer());
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const rows = parse(Buffer.from(bytes), { bom: true }) as string[][];
  expect(rows.map((row) => row.slice(2))).toEqual([
    ['Quién', 'Acto', 'Código del acto', 'Persona', 'Motivo', 'Detalle'],
    [
      'Bruno',
      'Devolvió un pedido',
      'store.refund-order',
      '',
      `'=HYPERLINK("http://mal.example","ver")`,
      '{"price":100,"title":"Café"}',
    ],
    ['Bruno', 'Levantó una suspensión', 'people.unban', 'Ana "La" Ruiz', '', '{}'],
    ['Adela', 'Suspendió una cuenta', 'people.ban', 'Ana "La" Ruiz', 'Insultó a José, dos veces', '{}'],
  ]);
  const filtered = parse(await (await ask('/log.csv', { act: 'people.ban' })).text()) as string[][];
  expect(filtered).toHaveLength(2);
});

it('the audit log as CSV holds each of thousands of lines', async () => {
  const { db } = community;
  const lines = Array.from({ length: 2500 }, (_, n) => ({
    actorId: adela.id,
    act: 'people.end-sessions',
    detail: JSON.stringify({ n }),
  }));
  await db.insertInto('auditLog').values(lines).execute();
  const rows = parse(await (await ask('/log.csv', { act: 'people.end-sessions' })).text()) as string[][];
  expect(new Set(rows.slice(1).map((row) => row[7])).size).toBe(2500);
});

it('a page of the audit log before an instant begins at that instant in the index of its ids', async () => {
  const ctx = await community.ctxFor(adela);
  const period = { from: '2001-01-01T00:00:00Z', to: '2001-02-01T00:00:00Z' };
  const [plan] = await plansOf(ctx, (listening) => listAudit(listening, { ...period, limit: 50 }));
  expect(plan).toMatch(/Index Cond: \(\(id >= '.*\) AND \(id < '/);
});

it('the database refuses to change a line of the audit log', async () => {
  await expect(community.db.updateTable('auditLog').set({ reason: 'Otra' }).execute()).rejects.toThrow(
    'append-only',
  );
  await expect(community.db.deleteFrom('auditLog').execute()).rejects.toThrow('append-only');
});
