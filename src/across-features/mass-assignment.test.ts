import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { camelCase, logRows, type WrittenRow } from '../testing/answers/log-rows.ts';
import { type Community, newCommunity } from '../testing/community.ts';
import { readDocument } from '../testing/fuzz/read-document.ts';
import type { JsonSchema } from '../testing/fuzz/values-of-schema.ts';
import { phoneCodes, policy } from '../testing/permission-policy.ts';
import { type Answers, members, strongestAllowed } from '../testing/permission-row.ts';
import { personOfKind } from '../testing/rows/person-of-kind.ts';

// Each write of the policy is made twice: as it is, and with every column of every table as a field more. A field that
// the operation does not describe is refused or left out: no row may hold its value.

let community: Community;
let rowsSince: () => Promise<WrittenRow[]>;
let columns: Map<string, Column>;
let fieldsOf: Map<string, ReadonlySet<string>>;
beforeAll(async () => {
  community = await newCommunity({ phoneCodes });
  mountLeaking();
  rowsSince = await logRows(community.db);
  columns = await readColumns();
  fieldsOf = await readFields();
});
afterAll(() => community.close());

/** Writes of JSON that some kind of person may make. */
const writes = Object.entries(policy).filter(
  ([row, { says }]) => !row.startsWith('GET ') && strongestAllowed(says),
);

describe('a field that an operation does not describe', () => {
  it.each(writes)('is not stored by %s', async (row, { says, call }) => {
    const plain = await write(says, call);
    // Bytes have no fields, and an operation that takes no body reads none.
    if (plain.body instanceof Uint8Array || plain.body === undefined) return;
    const described =
      fieldsOf.get(row) ?? new Set([...Object.keys(plain.body as object), ...(taken[row] ?? [])]);
    const injected = valuesUnlike(plain.rows, described);
    const bent = await write(says, call, (body) => withFields(body, injected));
    // A form of Apple is answered with an address.
    expect(plain.status).toBeLessThan(400);
    expect(bent.status).toBeLessThan(500);
    expect(storedOf(bent.rows, plain.rows, injected)).toEqual([]);
  });

  it('the control: is found where a route stores it, whatever type its column has', async () => {
    const { id: userId } = await community.person();
    const { id: importedBy } = await community.person({ role: 'admin' });
    const key = {
      userId,
      credentialId: crypto.randomUUID(),
      publicKey: Buffer.from('public'),
      counter: 0,
      synced: false,
    };
    await community.db
      .insertInto('passkeys')
      .values({ ...key, name: 'Mi llave' })
      .execute();
    await community.db
      .insertInto('cupBoards')
      .values({ season: '2026-11-01', status: 'draft', rowCount: 1, importedBy })
      .execute();
    const call = () => ({ method: 'POST', path: '/api/leaking', body: { name: 'Otra llave' } });
    const { body, rows: plain } = await write(members, call);
    const injected = valuesUnlike(plain, new Set(Object.keys(body as object)));
    const bent = await write(members, call, (sent) => withFields(sent, injected));
    expect(bent.status).toBe(200);
    expect(injected).not.toHaveProperty('name');
    // Other columns of those rows hold some of the values by chance.
    const leaked = leaks.map(([table, column]) => `${table}.${camelCase(column)}`);
    expect(storedOf(bent.rows, plain, injected)).toEqual(expect.arrayContaining(leaked));
    expect(storedOf(plain, plain, injected)).toEqual([]);
  });
});

/**
 * What operations take that no document describes, beside what the policy sends: a visitor who signs up says their
 * language.
 */
const taken: Record<string, string[]> = { 'POST /api/auth/sign-up/email': ['locale'] };

/** A column of a type of each sort: words, texts, a number, a time, yes or no, an id, an array, JSON, bytes. */
const leaks = [
  ['profiles', 'age_group'],
  ['profiles', 'country'],
  ['passkeys', 'counter'],
  ['passkeys', 'last_used_at'],
  ['passkeys', 'synced'],
  ['passkeys', 'transports'],
  ['passkeys', 'public_key'],
  ['cup_boards', 'language_counts'],
] as const;

/** A route that stores each field of its body which a table has a column for. */
function mountLeaking() {
  community.api.post('/api/leaking', async (c) => {
    const body = (await c.req.json()) as Record<string, unknown>;
    for (const [table, column] of leaks) {
      const value = body[camelCase(column)];
      if (value === undefined) continue;
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value}`.execute(community.db);
    }
    return c.json({});
  });
}

type Call = (typeof policy)[string]['call'];

async function write(says: Answers, callBy: Call, bend: (body: unknown) => unknown = (body) => body) {
  const person = await personOfKind(community, strongestAllowed(says) ?? 'student');
  const { method, path, body, headers } = await callBy(community, person);
  await rowsSince();
  const { status } = await community.request(person, method, path, bend(body), headers);
  return { status, body, rows: await rowsSince() };
}

/** The same at each level of a body. */
function withFields(body: unknown, injected: Record<string, unknown>): unknown {
  if (Array.isArray(body)) return body.map((inner) => withFields(inner, injected));
  if (typeof body !== 'object' || body === null) return body;
  const inner = Object.entries(body).map(([name, value]) => [name, withFields(value, injected)]);
  return { ...injected, ...Object.fromEntries(inner) };
}

/** A value for each column that is not described, which no row of the plain write has in a column of that name. */
function valuesUnlike(rows: readonly WrittenRow[], described: ReadonlySet<string>): Record<string, unknown> {
  const taken = (name: string) => rows.map(({ values }) => values[name]);
  const names = [...columns].filter(([name]) => !described.has(name));
  return Object.fromEntries(
    names.flatMap(([name, type]) => {
      const value = candidates(name, type).find(
        (one) => !taken(name).some((stored) => isDeepStrictEqual(stored, one)),
      );
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

type Column = { type: string; words: string[] };

/** What a column could hold; `words` are those that a check of a table allows. */
function candidates(name: string, { type, words }: Column): unknown[] {
  const first: Record<string, string> = { role: 'admin', tier: 'vip', verificationStatus: 'approved' };
  const strongest = first[name];
  if (words.length > 0) return strongest ? [strongest, ...words] : words;
  const element = /^_(.*)/.exec(type)?.[1];
  if (element) return candidates(name, { type: element, words }).map((value) => [value]);
  if (type === 'bool') return [true, false];
  if (/^(int|float|numeric)/.test(type)) return [7331, 7332, 1, 2];
  if (type === 'uuid') return ['0190aaaa-0000-7000-8000-00000000abcd'];
  if (type === 'timestamptz') return ['2031-03-03T03:03:03+00:00'];
  if (type === 'date') return ['2031-03-03'];
  if (type === 'jsonb') return [{ injected: 7331 }];
  // As PostgreSQL reads and writes bytes in JSON.
  if (type === 'bytea') return ['\\x696e6a6563746564'];
  if (type === 'text') return ['injected'];
  if (type === 'time') return ['03:03:03'];
  throw new Error(`No value is injected into ${name}, which is a ${type}.`);
}

/** The columns whose value came from an injected field. */
function storedOf(
  bent: readonly WrittenRow[],
  plain: readonly WrittenRow[],
  injected: Record<string, unknown>,
): string[] {
  const stored = bent.flatMap(({ table, values }) =>
    Object.entries(values)
      .filter(([name, value]) => name in injected && isDeepStrictEqual(value, injected[name]))
      .filter(
        ([name, value]) =>
          !plain.some((row) => row.table === table && isDeepStrictEqual(row.values[name], value)),
      )
      .map(([name]) => `${table}.${name}`),
  );
  return [...new Set(stored)];
}

/** Each column of a table, a name of several tables once, with the words of the checks on it. */
async function readColumns(): Promise<Map<string, Column>> {
  const { rows } = await sql<{ name: string; type: string; checks: string }>`
    select attname as name, typname as type, coalesce(string_agg(pg_get_constraintdef(con.oid), ' '), '') as checks
    from pg_attribute
      join pg_class on pg_class.oid = attrelid and relkind in ('r', 'p')
      join pg_type on pg_type.oid = atttypid
      left join pg_constraint con on conrelid = attrelid and contype = 'c' and conkey = array[attnum]
    where relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped
      and relname not in ('rows_seen', 'migrations')
    group by attrelid, attname, typname`.execute(community.db);
  const columns = new Map<string, Column>();
  for (const { name, type, checks } of rows) {
    const words = [...checks.matchAll(/'([\w-]+)'::text/g)].map(([, word]) => word ?? '');
    const column = columns.get(camelCase(name));
    columns.set(camelCase(name), { type: column?.type ?? type, words: [...(column?.words ?? []), ...words] });
  }
  return columns;
}

/** The names of every field that the document describes in the body of an operation, at any level. */
async function readFields(): Promise<Map<string, ReadonlySet<string>>> {
  const documented = await readDocument(community);
  return new Map(
    [...documented].flatMap(([name, { requestBody }]) => {
      const schema = requestBody?.content?.['application/json']?.schema;
      return schema ? [[name, new Set(namesIn(schema))] as const] : [];
    }),
  );
}

function namesIn(schema: JsonSchema): string[] {
  const inner = [schema.items ?? [], schema.anyOf ?? [], schema.oneOf ?? [], schema.allOf ?? []].flat();
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, one]) => [name, ...namesIn(one)]),
    ...inner.flatMap(namesIn),
  ];
}
