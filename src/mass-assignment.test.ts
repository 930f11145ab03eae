import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { camelCase, logRows, type WrittenRow } from './testing/answers/log-rows.ts';
import { type Community, newCommunity } from './testing/community.ts';
import { somebody } from './testing/fuzz/fuzz-operation.ts';
import type { JsonSchema } from './testing/fuzz/values-of-schema.ts';
import { phoneCodes, policy } from './testing/permission-policy.ts';

// Each write of the policy is made twice: as it is, and with every column of every table as a field more. A field that
// the operation does not describe is refused or left out: no row may hold its value.

let community: Community;
let rowsSince: () => Promise<WrittenRow[]>;
let columns: Map<string, string>;
let fieldsOf: Map<string, ReadonlySet<string>>;
beforeAll(async () => {
  community = await newCommunity({ phoneCodes });
  rowsSince = await logRows(community.db);
  columns = await readColumns();
  fieldsOf = await readFields();
});
afterAll(() => community.close());

/** Writes of JSON that some kind of person may make. */
const writes = Object.entries(policy).filter(
  ([row, { says }]) => !row.startsWith('GET ') && says.includes('Y'),
);

describe('a field that an operation does not describe', () => {
  it.each(writes)('is not stored by %s', async (row, { says, call }) => {
    const plain = await write(says, call);
    // Bytes have no fields, and an operation that takes no body reads none.
    if (plain.body instanceof Uint8Array || plain.body === undefined) return;
    const described = fieldsOf.get(row) ?? new Set(Object.keys(plain.body as object));
    const injected = valuesUnlike(plain.rows, described);
    const bent = await write(says, call, (body) => withFields(body, injected));
    // A form of Apple is answered with an address.
    expect(plain.status).toBeLessThan(400);
    expect(bent.status).toBeLessThan(500);
    expect(storedOf(bent.rows, plain.rows, injected)).toEqual([]);
  });

  it('control: is found where an operation stores it', () => {
    const plain = [{ table: 'users', values: { role: 'student', isBanned: false } }];
    const injected = valuesUnlike(plain, new Set(['name']));
    expect(injected).not.toHaveProperty('name');
    const leaking = [{ table: 'users', values: { role: injected.role, isBanned: false } }];
    expect(storedOf(leaking, plain, injected)).toEqual(['users.role']);
    expect(storedOf(plain, plain, injected)).toEqual([]);
  });
});

type Call = (typeof policy)[string]['call'];

async function write(says: string, callBy: Call, bend: (body: unknown) => unknown = (body) => body) {
  const kinds = ['visitor', 'student', 'pending teacher', 'verified teacher', 'administrator'] as const;
  const person = await somebody(community, kinds[says.lastIndexOf('Y')] ?? 'student');
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
      const value = candidates(name, type).find((one) => !taken(name).includes(one));
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function candidates(name: string, type: string): unknown[] {
  const words: Record<string, string[]> = {
    role: ['admin', 'teacher'],
    tier: ['vip', 'basic'],
    status: ['done', 'completed', 'approved', 'active'],
    verificationStatus: ['approved', 'rejected'],
    ageGroup: ['kid', 'adult'],
  };
  if (words[name]) return words[name];
  if (type === 'boolean') return [true, false];
  if (/int|numeric|double/.test(type)) return [7331, 7332, 1, 2];
  if (type === 'uuid') return ['0190aaaa-0000-7000-8000-00000000abcd'];
  if (type.startsWith('timestamp')) return ['2031-03-03T03:03:03+00:00'];
  if (type === 'date') return ['2031-03-03'];
  return type === 'text' ? ['injected'] : [];
}

/** The columns whose value came from an injected field. */
function storedOf(
  bent: readonly WrittenRow[],
  plain: readonly WrittenRow[],
  injected: Record<string, unknown>,
): string[] {
  return bent.flatMap(({ table, values }) =>
    Object.entries(values)
      .filter(([name, value]) => name in injected && value === injected[name])
      .filter(([name, value]) => !plain.some((row) => row.table === table && row.values[name] === value))
      .map(([name]) => `${table}.${name}`),
  );
}

async function readColumns(): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; type: string }>`
    select column_name as name, data_type as type from information_schema.columns
    where table_schema = 'public' and table_name <> 'rows_seen'`.execute(community.db);
  return new Map(rows.map(({ name, type }) => [camelCase(name), type]));
}

/** The names of every field that the document describes in the body of an operation, at any level. */
async function readFields(): Promise<Map<string, ReadonlySet<string>>> {
  type Operation = { requestBody?: { content?: Record<string, { schema?: JsonSchema }> } };
  const answer = await community.request(null, 'GET', '/api/openapi.json');
  const { paths } = (await answer.json()) as { paths: Record<string, Record<string, Operation>> };
  return new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { requestBody }]) => {
        const schema = requestBody?.content?.['application/json']?.schema;
        return schema ? [[`${method.toUpperCase()} ${path}`, new Set(namesIn(schema))] as const] : [];
      }),
    ),
  );
}

function namesIn(schema: JsonSchema): string[] {
  const inner = [schema.items ?? [], schema.anyOf ?? [], schema.oneOf ?? [], schema.allOf ?? []].flat();
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, one]) => [name, ...namesIn(one)]),
    ...inner.flatMap(namesIn),
  ];
}
