import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Ctx } from '#server/ctx.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { type Community, newCommunity, type Person } from '../../testing/community.ts';
import { asAnotherProcess } from '../../testing/processes/as-another-process.ts';
import { markRead } from './mark-read.ts';
import { notify } from './notify.ts';

/** What people read while another one's notice is marked shares a transaction (src/server/db/group-commit.ts). */
let community: Community;
let people: Person[];
let contexts: Ctx[];
/** For each person, two unread notices, the older one first. */
let notices: string[][];
beforeAll(async () => {
  community = await newCommunity();
  people = await Promise.all(Array.from({ length: 12 }, () => community.person()));
  contexts = await Promise.all(people.map((person) => community.ctxFor(person)));
});
afterAll(() => community.close());
beforeEach(async () => {
  await sql`delete from notifications`.execute(community.db);
  await sql`delete from events`.execute(community.db);
  const to = people.map(({ id }) => id);
  for (const kind of ['test.first', 'test.second']) {
    await notify(await community.ctxFor(), { to, kind, detail: {}, link: '/teacher' });
  }
  const { rows } = await sql<{ ids: string[] }>`select array_agg(id order by id) as ids from notifications
    group by user_id order by array_position(${to}::uuid[], user_id)`.execute(community.db);
  notices = rows.map(({ ids }) => ids);
  await sql`delete from events`.execute(community.db);
});

const first = (nth: number) => notices[nth]?.[0] ?? '';

async function unread(): Promise<number[]> {
  const { rows } = await sql<{ unread: number }>`
    select count(notifications.id) filter (where read_at is null) as unread
    from unnest(${people.map(({ id }) => id)}::uuid[]) with ordinality as one (id, nth)
    left join notifications on user_id = one.id group by nth order by nth`.execute(community.db);
  return rows.map((row) => row.unread);
}

/** Whom each event told that their notices changed. */
async function audiences(): Promise<string[][]> {
  const { rows } = await sql<{ audience: string[] }>`select audience from events
    where kind = 'notifications.changed' order by id`.execute(community.db);
  return rows.map(({ audience }) => audience);
}

it('notices that different people read at once share a transaction and an event', async () => {
  const answers = await Promise.all(contexts.map((ctx, nth) => markRead(ctx, { id: first(nth) })));
  expect(answers).toEqual(Array(12).fill({ unread: 1 }));
  expect(await unread()).toEqual(Array(12).fill(1));
  const events = await audiences();
  expect(events.map(({ length }) => length)).toEqual([1, 11]);
  expect(events.flat().sort()).toEqual(people.map(({ id }) => id).sort());
});

it('the control: notices read without a group commit take an event each', async () => {
  await Promise.all(contexts.map((ctx, nth) => markRead(asAnotherProcess(ctx), { id: first(nth) })));
  expect(await audiences()).toHaveLength(12);
});

it('each reader of a batch is answered for their own notices', async () => {
  const [ana, luis, eva, rosa, leo] = contexts as [Ctx, Ctx, Ctx, Ctx, Ctx];
  const outcomes = await Promise.allSettled([
    markRead(ana, { id: first(0) }),
    markRead(luis, { id: first(2) }),
    markRead(eva, {}),
    markRead(rosa, { upTo: first(3) }),
    markRead(leo, { id: crypto.randomUUID() }),
    markRead(ana, { id: first(0) }),
  ]);
  expect(
    outcomes.map((each) => (each.status === 'fulfilled' ? each.value.unread : each.reason.code)),
  ).toEqual([1, commonRefusals.notFound.code, 0, 1, commonRefusals.notFound.code, 1]);
  expect((await unread()).slice(0, 6)).toEqual([1, 2, 0, 1, 2, 2]);
  expect((await audiences()).flat().sort()).toEqual([0, 2, 3].map((nth) => people[nth]?.id).sort());
});

it('a notice that cannot be marked leaves the others of its batch whole', async () => {
  await sql`create function break_one() returns trigger language plpgsql as $$
    begin raise exception 'broken' using errcode = 'check_violation'; end $$`.execute(community.db);
  await sql`create trigger break_one before update on notifications for each row
    when (new.id = ${sql.lit(first(5))}) execute function break_one()`.execute(community.db);
  const outcomes = await Promise.allSettled(contexts.map((ctx, nth) => markRead(ctx, { id: first(nth) })));
  await sql`drop trigger break_one on notifications`.execute(community.db);
  expect(outcomes.flatMap(({ status }, nth) => (status === 'rejected' ? [nth] : []))).toEqual([5]);
  expect(await unread()).toEqual(people.map((_, nth) => (nth === 5 ? 2 : 1)));
});

it('a notice that another transaction has locked holds up no other reader, and none is forgotten', async () => {
  const held = await community.db.startTransaction().execute();
  await sql`select from notifications where id = ${first(0)} for update`.execute(held);
  const [ana, luis, eva] = contexts as [Ctx, Ctx, Ctx];
  const ahead = markRead(eva, { id: first(2) });
  const waiting = markRead(ana, {});
  expect(await markRead(luis, { id: first(1) })).toEqual({ unread: 1 });
  await ahead;
  expect((await unread())[0]).toBeGreaterThan(0);
  await held.commit().execute();
  expect(await waiting).toEqual({ unread: 0 });
  expect((await unread())[0]).toBe(0);
});
