import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Ctx } from '#server/ctx.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { asAnotherProcess } from '../../../testing/processes/as-another-process.ts';
import { insertVideo } from '../../../testing/rows/insert-video.ts';
import { reactToVideo } from './react-to-video.ts';

/** Reactions that arrive while another one is stored share a statement and a commit (src/server/db/group-commit.ts). */
let community: Community;
let people: Person[];
let contexts: Ctx[];
beforeAll(async () => {
  community = await newCommunity();
  people = await Promise.all(Array.from({ length: 20 }, () => community.person()));
  contexts = await Promise.all(people.map((person) => community.ctxFor(person)));
});
afterAll(() => community.close());

const like = (ctx: Ctx, id: string, wanted = true) => reactToVideo(ctx, { id, reaction: 'like', wanted });

/** Who likes the video, in the order of `people`, and the transaction that stored it. */
async function likesOf(id: string): Promise<{ nth: number; at: string }[]> {
  const { rows } = await sql<{ nth: number; at: string }>`
    select array_position(${people.map((person) => person.id)}::uuid[], user_id) - 1 as nth, xmin::text as at
    from video_interactions where video_id = ${id} and interaction_type = 'like' order by nth`.execute(
    community.db,
  );
  return rows;
}

const transactionsOf = async (id: string) => new Set((await likesOf(id)).map(({ at }) => at)).size;

it('likes of different people that arrive while one is stored share the next transaction', async () => {
  const id = await insertVideo(community.db);
  await Promise.all(contexts.map((ctx) => like(ctx, id)));
  expect(await likesOf(id)).toHaveLength(20);
  expect(await transactionsOf(id)).toBe(2);
});

it('the control: likes without a group commit take a transaction each', async () => {
  const id = await insertVideo(community.db);
  await Promise.all(contexts.map((ctx) => like(asAnotherProcess(ctx), id)));
  expect(await transactionsOf(id)).toBe(20);
});

it('each like of a batch is refused or stored by its own rules', async () => {
  const [shown, hidden] = [
    await insertVideo(community.db),
    await insertVideo(community.db, { moderationStatus: 'pending' }),
  ];
  const kid = await community.ctxFor(await community.person({ ageGroup: 'kid' }));
  const outcomes = await Promise.allSettled([
    ...contexts.map((ctx, nth) => like(ctx, nth % 5 === 3 ? hidden : shown)),
    like(kid, shown),
  ]);
  const refused = outcomes.flatMap((outcome, nth) =>
    outcome.status === 'rejected' ? [[nth, outcome.reason.code]] : [],
  );
  expect(refused).toEqual([3, 8, 13, 18, 20].map((nth) => [nth, commonRefusals.notFound.code]));
  expect((await likesOf(shown)).map(({ nth }) => nth)).toEqual(
    people.map((_, nth) => nth).filter((nth) => nth % 5 !== 3),
  );
  expect(await likesOf(hidden)).toEqual([]);
});

it('a like that fails leaves the others of its batch whole', async () => {
  const id = await insertVideo(community.db);
  const unlucky = people[7]?.id ?? '';
  await sql`create function break_one() returns trigger language plpgsql as $$
    begin raise exception 'broken' using errcode = 'check_violation'; end $$`.execute(community.db);
  await sql`create trigger break_one before insert on video_interactions for each row
    when (new.user_id = ${sql.lit(unlucky)}) execute function break_one()`.execute(community.db);
  try {
    const outcomes = await Promise.allSettled(contexts.map((ctx) => like(ctx, id)));
    const failed = outcomes.flatMap(({ status }, nth) => (status === 'rejected' ? [nth] : []));
    expect(failed).toEqual([7]);
    expect((await likesOf(id)).map(({ nth }) => nth)).toEqual(
      people.map((_, nth) => nth).filter((nth) => nth !== 7),
    );
  } finally {
    await sql`drop trigger break_one on video_interactions`.execute(community.db);
  }
});

it('the last of several wishes of one person in a batch wins', async () => {
  const id = await insertVideo(community.db);
  const [ana, luis, eva] = contexts as [Ctx, Ctx, Ctx];
  await Promise.all([
    like(eva, id),
    like(ana, id),
    like(luis, id),
    like(ana, id, false),
    like(luis, id, false),
    like(luis, id),
  ]);
  expect((await likesOf(id)).map(({ nth }) => nth)).toEqual([1, 2]);
});

it('a video that another transaction has locked holds up no other like', async () => {
  const [locked, free] = [await insertVideo(community.db), await insertVideo(community.db)];
  const held = await community.db.startTransaction().execute();
  await sql`select from videos where id = ${locked} for update`.execute(held);
  const [ana, luis, eva] = contexts as [Ctx, Ctx, Ctx];
  const waiting = like(ana, locked);
  await Promise.all([like(luis, free), like(eva, free)]);
  expect(await likesOf(locked)).toEqual([]);
  await held.commit().execute();
  await waiting;
  expect(await likesOf(locked)).toHaveLength(1);
});
