import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { hasWords } from '#server/db/has-words.ts';
import { keyset, pageOf } from '#server/db/keyset.ts';
import { lowestIdAt } from '#server/db/lowest-id-at.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { refuse } from '#shared/refusal.ts';
import { minuteMs } from '#shared/time/durations.ts';
import type { AuditFilters, AuditLine, listAuditChoices as choices } from './contract.ts';
import { may } from './permissions.ts';

export type AuditQuery = AuditFilters & { cursor?: string | undefined; limit: number };

/** The id and the instant of a line are made one after the other, by clocks that may be put right in between. */
const idApartMs = minuteMs;

/** Ids grow with time. */
const newestFirst = keyset('desc', { 'line.id': 'uuid' });

/**
 * A page of the log, newest first.
 * @throws Refusal signInFirst, notAllowed, badInput for a malformed cursor
 */
export async function listAudit(
  ctx: Ctx,
  { cursor, limit, ...filters }: AuditQuery,
): Promise<{ items: AuditLine[]; nextCursor: string | null }> {
  refuse(may(ctx.actor, 'read'));
  const rows = await selectLines(ctx, filters, cursor, limit + 1);
  return pageOf(rows, limit, toLine);
}

/** The folded text that a search looks in: the reason, the title, and the names and e-mail addresses of both people. */
const searched = sql<string>`folded(coalesce(line.reason, '') || ' ' || coalesce(line.detail ->> 'title', ''))
  || ' ' || actor.search_text || ' ' || coalesce(person.search_text, '')`;

/** The matching lines after a cursor, newest first, at most `limit`. */
export async function selectLines(
  { db }: Ctx,
  { act, actor, person, from, to, search = '' }: AuditFilters,
  cursor: string | undefined,
  most: number,
) {
  let query = db
    .selectFrom('auditLines as line')
    .innerJoin('users as actor', 'actor.id', 'line.actorId')
    .leftJoin('users as person', 'person.id', 'line.personId')
    .select([
      'line.id',
      'line.act',
      'line.actorId',
      'actor.name as actorName',
      'line.personId',
      'person.name as personName',
      'line.reason',
      'line.detail',
      'line.createdAt',
      newestFirst.key,
    ])
    .where(newestFirst.after(cursor))
    .orderBy(newestFirst.order)
    .limit(most);
  if (act) query = query.where('act', '=', act);
  if (actor) query = query.where('actorId', '=', actor);
  if (person) query = query.where('personId', '=', person);
  // The bounds of the id are what the index of the list can use.
  if (from) {
    query = query
      .where('line.createdAt', '>=', new Date(from))
      .where('line.id', '>=', lowestIdAt(new Date(Date.parse(from) - idApartMs)));
  }
  if (to) {
    query = query
      .where('line.createdAt', '<', new Date(to))
      .where('line.id', '<', lowestIdAt(new Date(Date.parse(to) + idApartMs)));
  }
  if (search) query = query.where(hasWords(searched, search));
  return query.execute();
}

type Row = Omit<Awaited<ReturnType<typeof selectLines>>[number], 'pageKey'>;

export function toLine({ actorId, actorName, personId, personName, createdAt, ...row }: Row): AuditLine {
  return {
    ...row,
    actor: { id: actorId, name: actorName },
    person: personId === null ? null : { id: personId, name: personName ?? '' },
    detail: row.detail as AuditLine['detail'],
    createdAt: createdAt.toISOString(),
  };
}

/**
 * What the log can be filtered by. Each act and each actor is found by one step along its index, however many
 * lines there are of it.
 * @throws Refusal signInFirst, notAllowed
 */
export async function listAuditChoices({ db, actor }: Ctx): Promise<AnswerOf<typeof choices>> {
  refuse(may(actor, 'read'));
  const [acts, actors] = await Promise.all([
    sql<{ act: string }>`
      with recursive each as (
        (select act from audit_log order by act limit 1)
        union all
        select (select act from audit_log where act > each.act order by act limit 1) from each
        where each.act is not null
      ) select act from each where act is not null`.execute(db),
    sql<{ id: string; name: string }>`
      with recursive each as (
        (select actor_id from audit_log order by actor_id limit 1)
        union all
        select (select actor_id from audit_log where actor_id > each.actor_id order by actor_id limit 1)
        from each where each.actor_id is not null
      ) select id, name from each join users on id = actor_id order by name, id`.execute(db),
  ]);
  return { acts: acts.rows.map(({ act }) => act), actors: actors.rows };
}
