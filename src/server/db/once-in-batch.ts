import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../ctx.ts';
import type { Db } from './connect.ts';
import { brokenConstraint } from './error-code.ts';
import { deletedInUse, findFirst, hashOf, type KeyedRequest } from './once.ts';
import { onlyRow } from './only-row.ts';
import type { JsonObject } from './schema.ts';

/**
 * What `once` does, for a use case that is one SQL function, in a fifth of the time: one statement runs the function
 * and stores its answer (`keep_answer`), so there is one round trip to the database instead of five. `act` is the call
 * and returns a JSON object; an object with `refused` has changed nothing and is not stored. A repeated request runs
 * the function too, then violates the primary key of the stored answers, which rolls its statement back, and reads the
 * first answer. Do not use it inside a transaction: the violation would abort the transaction.
 */
export async function onceInOneStatement<T extends JsonObject>(
  { db }: Pick<Ctx, 'db'>,
  request: KeyedRequest,
  act: RawBuilder<T>,
): Promise<T> {
  const { personId, key, operation } = request;
  const kept = sql`keep_answer(${personId}, ${key ?? null}, ${operation}, ${hashOf(request)}, ${act})`;
  try {
    const { rows } = await sql<{ answer: T }>`select ${kept} as answer`.execute(db);
    const { answer } = onlyRow(rows);
    if (key === undefined || !('refused' in answer)) return answer;
    // The refusal may be a result of the first attempt: then the answer of that attempt counts.
    return (await findFirst<T>({ db }, request))?.answer ?? answer;
  } catch (error) {
    if (brokenConstraint(error) !== 'idempotency_keys_pkey') throw error;
    const first = await findFirst<T>({ db }, request);
    if (!first) throw deletedInUse();
    return first.answer;
  }
}

/**
 * The same for requests of many people with the same operation, in one statement and one commit (`groupCommit`). `act`
 * is a select of `nth` and `outcome` that does the rows of the table `todo`, which has `nth`, `person_id` and the
 * `input` as JSON. `lock` locks without waiting what it will lock, and selects the ids of the people for whom that
 * succeeded. The answer is null for a request that has to go through `onceInOneStatement`: its person is locked by
 * another transaction, or its key belongs to another request.
 */
export async function onceInBatch<T extends JsonObject>(
  { db }: Pick<Ctx, 'db'>,
  requests: readonly KeyedRequest[],
  { act, lock }: { act: RawBuilder<unknown>; lock: (personIds: readonly string[]) => RawBuilder<unknown> },
): Promise<(T | null)[]> {
  const firsts = requests.filter((request) => firstAlike(requests, request) === request);
  const personIds = firsts.map(({ personId }) => personId);
  const operation = firsts[0]?.operation;
  const { rows } = await sql<{ answer: T | null }>`
    with asked as materialized (
      select asked.*, known.key is not null as is_known,
        case when known.operation = ${operation} and known.request_hash = hash then known.answer end as first_answer
      from unnest(${personIds}::uuid[], ${firsts.map(({ key }) => key ?? null)}::text[],
          ${firsts.map(hashOf)}::text[], ${firsts.map(({ input }) => JSON.stringify(input))}::jsonb[])
        with ordinality as asked (person_id, key, hash, input, place)
        left join lateral (select * from idempotency_keys
          where idempotency_keys.person_id = asked.person_id and idempotency_keys.key = asked.key limit 1) known on true),
    locked as materialized (${lock(personIds)}),
    todo as materialized (
      select *, row_number() over (order by place) as nth from asked
      where not is_known and person_id in (select * from locked)),
    done as materialized (select place, person_id, key, hash, outcome from todo join (${act}) as acted using (nth)),
    kept as (
      insert into idempotency_keys (person_id, key, operation, request_hash, answer)
      select person_id, key, ${operation}, hash, outcome from done where key is not null and not outcome ? 'refused')
    select case when is_known then first_answer else outcome end as answer
    from asked left join done using (place) order by place`.execute(db);
  const answers = new Map(firsts.map((request, at) => [request, rows[at]?.answer ?? null]));
  const refused = firsts.filter(({ key }, at) => key !== undefined && 'refused' in (rows[at]?.answer ?? {}));
  for (const request of await withStoredAnswer(db, refused)) answers.set(request, null);
  return requests.map((request) => {
    const first = firstAlike(requests, request);
    return hashOf(first) === hashOf(request) ? (answers.get(first) ?? null) : null;
  });
}

/** The first of these requests with the same person and key. */
function firstAlike(requests: readonly KeyedRequest[], request: KeyedRequest): KeyedRequest {
  const { personId, key } = request;
  if (key === undefined) return request;
  return requests.find((other) => other.personId === personId && other.key === key) ?? request;
}

/**
 * Those of these refused requests whose first attempt, in another process, was successful meanwhile. All of them when
 * that cannot be read.
 */
async function withStoredAnswer(db: Db, refused: readonly KeyedRequest[]): Promise<readonly KeyedRequest[]> {
  if (refused.length === 0) return refused;
  try {
    const { rows } = await sql<{ personId: string; key: string }>`
      select person_id, key from idempotency_keys where (person_id, key) in (
        select * from unnest(${refused.map(({ personId }) => personId)}::uuid[], ${refused.map(({ key }) => key)}::text[]))`.execute(
      db,
    );
    return refused.filter(({ personId, key }) =>
      rows.some((row) => row.personId === personId && row.key === key),
    );
  } catch {
    return refused;
  }
}
