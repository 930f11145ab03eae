import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { commonRefusals } from '#shared/refusal.ts';
import { type Community, newCommunity } from '../../testing/community.ts';
import type { Db } from './connect.ts';
import { type Batching, groupCommit } from './group-commit.ts';

/** A row for each person. An ask adds one to it; it fails for an odd `step` and ends its own connection for `-1`. */
const scene = `
  create table counters (person text primary key, n integer not null default 0);
  insert into counters select 'p' || n from generate_series(1, 2000) n;
  create function add_step(of_person text, step integer) returns integer language plpgsql as $$
  begin
    if step = -1 then
      perform pg_terminate_backend(pg_backend_pid());
      perform pg_sleep(10);
    end if;
    if step % 2 = 1 then raise exception 'odd' using errcode = 'check_violation'; end if;
    update counters set n = n + step where person = of_person returning n into step;
    return step;
  end $$;`;

type Ask = { person: string; step: number };
type Done = { n: number; transaction: string };

const add = async (db: Db, { person, step }: Ask): Promise<Done> => {
  const { rows } = await sql<Done>`select add_step(${person}, ${step}) as n,
    pg_current_xact_id()::text as transaction`.execute(db);
  return rows[0] as Done;
};

/** Remembers which asks ran in one batch, and which ran alone. */
function watched(): { act: (db: Db, ask: Ask) => Promise<Done>; batches: Ask[][]; alone: Ask[] } {
  const batches: Ask[][] = [];
  const alone: Ask[] = [];
  const batching: Batching<Ask, Done> = {
    keyOf: ({ person }) => person,
    runAlone(db, ask) {
      alone.push(ask);
      return add(db, ask);
    },
    async runBatch(db, asks) {
      batches.push([...asks]);
      const { rows } = await sql<{ done: Done | null }>`
        with free as materialized (select person from counters
          where person = any(${asks.map(({ person }) => person)}::text[]) order by person for update skip locked)
        select case when person in (select * from free) then
          jsonb_build_object('n', add_step(person, step), 'transaction', pg_current_xact_id()::text) end as done
        from unnest(${asks.map(({ person }) => person)}::text[], ${asks.map(({ step }) => step)}::integer[])
          with ordinality as asked (person, step, nth) order by nth`.execute(db);
      return rows.map(({ done }) => done);
    },
  };
  return { act: groupCommit(batching), batches, alone };
}

const ask = (nth: number, step = 2): Ask => ({ person: `p${nth}`, step });
const several = (count: number) => Array.from({ length: count }, (_, nth) => ask(nth + 1));

describe('groupCommit', () => {
  let community: Community;
  let db: Db;
  beforeAll(async () => {
    community = await newCommunity({ withoutGuards: scene });
    db = community.db;
  });
  afterAll(() => community.close());
  beforeEach(() => sql`update counters set n = 0`.execute(db));

  const stored = async (...people: string[]): Promise<number[]> => {
    const { rows } = await sql<{
      n: number;
    }>`select n from unnest(${people}::text[]) with ordinality as one (person, nth)
      join counters using (person) order by nth`.execute(db);
    return rows.map(({ n }) => n);
  };

  it('does the first ask at once and those that arrive meanwhile in the next transaction', async () => {
    const { act, batches, alone } = watched();
    const done = await Promise.all(several(10).map((each) => act(db, each)));
    expect(batches.map((batch) => batch.length)).toEqual([1, 9]);
    expect(new Set(done.map(({ transaction }) => transaction)).size).toBe(2);
    expect(done.map(({ n }) => n)).toEqual(Array(10).fill(2));
    expect(alone).toEqual([]);
  });

  it('does the asks of one key in their order, also in one transaction', async () => {
    const { act, batches } = watched();
    const asks = [ask(1), ask(2), ask(1, 4), ask(1, 6), ask(2, 8)];
    const done = await Promise.all(asks.map((each) => act(db, each)));
    expect(done.map(({ n }) => n)).toEqual([2, 2, 6, 12, 10]);
    expect(batches.map((batch) => batch.length)).toEqual([1, 4]);
  });

  it('fails a failing ask alone, and commits its neighbours', async () => {
    const { act } = watched();
    const asks = several(20).map((each, nth) => (nth === 7 || nth === 15 ? { ...each, step: 1 } : each));
    const outcomes = await Promise.allSettled(asks.map((each) => act(db, each)));
    const failed = outcomes.flatMap(({ status }, nth) => (status === 'rejected' ? [nth] : []));
    expect(failed).toEqual([7, 15]);
    const expected = asks.map((_, nth) => (failed.includes(nth) ? 0 : 2));
    expect(await stored(...asks.map(({ person }) => person))).toEqual(expected);
  });

  it('does not hold up other people while the row of one is locked', async () => {
    const { act, alone } = watched();
    const held = await db.startTransaction().execute();
    await sql`select from counters where person = 'p3' for update`.execute(held);
    const [waiting, next, ...others] = [ask(3), ask(3, 4), ...several(2)].map((each) => act(db, each));
    expect((await Promise.all(others)).map(({ n }) => n)).toEqual([2, 2]);
    expect(await stored('p3')).toEqual([0]);
    await held.commit().execute();
    expect([await waiting, await next].map((done) => done?.n)).toEqual([2, 6]);
    expect(alone).toEqual([ask(3)]);
  });

  it('fails each ask of a lost connection, repeats none, and goes on', async () => {
    const { act, batches } = watched();
    const first = act(db, ask(1));
    const asks = [ask(2), ask(3, -1), ask(4)];
    const outcomes = await Promise.allSettled(asks.map((each) => act(db, each)));
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect((await first).n).toBe(2);
    // The pool may still hand out the lost connection once.
    await expect.poll(() => stored('p2', 'p3', 'p4')).toEqual([0, 0, 0]);
    expect(batches).toHaveLength(2);
    expect((await act(db, ask(2))).n).toBe(2);
  });

  it('refuses an ask as busy while a thousand are waiting', async () => {
    const { act } = watched();
    const outcomes = await Promise.allSettled(several(1100).map((each) => act(db, each)));
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(refused).toHaveLength(99);
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set([commonRefusals.busy.code]));
  });

  it('does an ask inside of a transaction as a part of it', async () => {
    const { act, batches } = watched();
    const outer = await db.startTransaction().execute();
    expect((await act(outer, ask(1))).n).toBe(2);
    await outer.rollback().execute();
    expect(await stored('p1')).toEqual([0]);
    expect(batches).toEqual([]);
  });
});
