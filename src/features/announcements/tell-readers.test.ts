import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ctx } from '#server/ctx.ts';
import { type Community, newCommunity, type Person } from '../../testing/community.ts';
import { raceBehind } from '../../testing/races/race.ts';
import { withoutRowLocks } from '../../testing/races/without-row-locks.ts';
import { tellReaders } from './tell-readers.ts';
import { withdrawAnnouncement } from './withdraw-announcement.ts';

/** More than are told in two transactions. */
const people = 1_100;

let community: Community;
let admin: Person;
beforeAll(async () => {
  community = await newCommunity({ untrueRows: 'a notice of an announcement is gone with it' });
  admin = await community.person({ role: 'admin' });
  await sql`insert into users (name, email)
    select 'Persona ' || n, 'p' || n || '@example.org' from generate_series(1, ${people}) n`.execute(
    community.db,
  );
}, 60_000);
afterAll(() => community.close());

async function insertAnnouncement(): Promise<string> {
  const { id } = await community.db
    .insertInto('announcements')
    .values({ title: 'Hola', words: 'A todos.', audience: 'everybody', authorId: admin.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** How often each person was told of an announcement, and what its row says. */
async function tellingOf(id: string) {
  const { rows } = await sql<{ notices: number; readers: number }>`
    select count(*)::int as notices, count(distinct user_id)::int as readers
    from notifications where about = ${id}`.execute(community.db);
  const row = await community.db
    .selectFrom('announcements')
    .select(['told', 'toldAt'])
    .where('id', '=', id)
    .executeTakeFirst();
  return { ...rows[0], told: row?.told, isTold: row ? row.toldAt !== null : undefined };
}

const all = { notices: people, readers: people, told: people, isTold: true };

describe('tellReaders', () => {
  it('goes on where a process was killed in the middle, and tells each person once', async () => {
    const id = await insertAnnouncement();
    const ctx = await community.ctxFor();
    let transactions = 0;
    // A process that ends before its third portion.
    const killed: Ctx['db'] = new Proxy(ctx.db, {
      get(target, name, receiver) {
        if (name === 'transaction' && ++transactions > 2) throw new Error('killed');
        const value: unknown = Reflect.get(target, name, receiver);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    await expect(tellReaders.run({ ...ctx, db: killed }, id)).rejects.toThrow('killed');
    expect(await tellingOf(id)).toEqual({ notices: 1000, readers: 1000, told: 1000, isTold: false });
    await tellReaders.run(ctx, id);
    expect(await tellingOf(id)).toEqual(all);
  });

  it('tells each person once where two processes do it at the same time', async () => {
    const id = await insertAnnouncement();
    const ctx = await community.ctxFor();
    await Promise.all([tellReaders.run(ctx, id), tellReaders.run(ctx, id)]);
    expect(await tellingOf(id)).toEqual(all);
  });
});

/** Withdraws an announcement, and begins to tell people of it before that is committed; answers what is left. */
async function race(change: (ctx: Ctx) => Ctx) {
  const id = await insertAnnouncement();
  const ctx = change(await community.ctxFor());
  await raceBehind(
    await community.ctxFor(admin),
    (at) => withdrawAnnouncement(at, id),
    () => [tellReaders.run(ctx, id)],
  );
  return (await tellingOf(id)).notices;
}

describe('an announcement that is withdrawn as people are told', () => {
  it('leaves no notice', async () => {
    expect(await race((ctx) => ctx)).toBe(0);
  });

  it('the control: leaves notices without the lock of the announcement', async () => {
    expect(await race(withoutRowLocks)).toBeGreaterThan(0);
  });
});
