import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Ctx } from '#server/ctx.ts';
import { anonymousMember } from '#shared/actor.ts';
import { Refusal } from '#shared/refusal.ts';
import { type Community, newCommunity } from '../../testing/community.ts';
import { type KeyedRequest, once } from './once.ts';
import { onceInOneStatement } from './once-in-batch.ts';

/** Each call of `done` leaves one row in `effects`, unless the door is shut. */
const scene = `
  create table effects (place serial, wanted text);
  create table door (shut boolean);
  insert into door values (false);
  create function do_it(wanted text) returns jsonb language plpgsql as $$
  begin
    if (select shut from door) then return '{"refused": "shut"}'; end if;
    insert into effects (wanted) values (do_it.wanted);
    return jsonb_build_object('place', lastval(), 'wanted', wanted);
  end $$;`;

type Done = { place: number; wanted: string };
type Attempt = (ctx: Ctx, request: KeyedRequest) => Promise<Done>;

const wantedBy = ({ input }: KeyedRequest) => (input as { wanted: string }).wanted;
const doIt = (request: KeyedRequest) => sql<Done>`do_it(${wantedBy(request)})`;
const shut = new Refusal({ code: 'door/shut', status: 409 });

const byTypeScript: Attempt = (ctx, request) => {
  const outer = { ...ctx, actor: { ...anonymousMember, userId: request.personId } };
  return once(outer, { ...request, operation: { id: request.operation } }, async ({ db }) => {
    const { rows } = await sql<{ done: Done }>`select ${doIt(request)} as done`.execute(db);
    if ('refused' in rows[0]!.done) throw shut;
    return rows[0]!.done;
  });
};

const byOneStatement: Attempt = async (ctx, request) => {
  const done = await onceInOneStatement(ctx, request, doIt(request));
  if ('refused' in done) throw shut;
  return done;
};

const request = (wanted: string, key: string | undefined = randomUUID()): KeyedRequest => ({
  personId: '01a1f88b-0000-7000-8000-000000000001',
  key,
  operation: 'doIt',
  input: { wanted },
});

async function effects({ db }: Community): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from effects`.execute(db);
  return rows[0]!.n;
}

const setDoor = ({ db }: Community, to: boolean) => sql`update door set shut = ${to}`.execute(db);
const codeOf = (error: unknown) => (error instanceof Refusal ? error.code : error);

describe.each([
  ['once', byTypeScript],
  ['onceInOneStatement', byOneStatement],
])('%s', (_, attempt) => {
  let community: Community;
  let ctx: Ctx;
  beforeAll(async () => {
    community = await newCommunity({ withoutGuards: scene });
    ctx = await community.ctxFor();
  });
  afterAll(() => community.close());
  beforeEach(async () => {
    await sql`truncate effects`.execute(community.db);
    await setDoor(community, false);
  });

  it('runs once for 500 concurrent requests with one key and answers all alike', async () => {
    const same = request('tea');
    const answers = await Promise.all(Array.from({ length: 500 }, () => attempt(ctx, same)));
    expect(await effects(community)).toBe(1);
    expect(new Set(answers.map((answer) => answer.place)).size).toBe(1);
    expect(answers.every((answer) => answer.wanted === 'tea')).toBe(true);
  });

  it('runs again for another key, for another person, and without a key', async () => {
    const first = request('tea');
    const done = await attempt(ctx, first);
    await attempt(ctx, request('tea'));
    await attempt(ctx, { ...first, personId: randomUUID() });
    await attempt(ctx, { ...first, key: undefined });
    await attempt(ctx, { ...first, key: undefined });
    expect(await effects(community)).toBe(5);
    expect(await attempt(ctx, first)).toEqual(done);
  });

  it('refuses the key for other input or another operation, also concurrently', async () => {
    const first = request('tea');
    await attempt(ctx, first);
    const other = attempt(ctx, { ...first, input: { wanted: 'coffee' } });
    expect(await other.catch(codeOf)).toBe('http/key-taken');
    expect(await attempt(ctx, { ...first, operation: 'undoIt' }).catch(codeOf)).toBe('http/key-taken');

    const key = randomUUID();
    const outcomes = await Promise.all(
      ['tea', 'coffee'].map((wanted) => attempt(ctx, request(wanted, key)).catch(codeOf)),
    );
    expect(outcomes.filter((outcome) => outcome === 'http/key-taken')).toHaveLength(1);
    expect(await effects(community)).toBe(2);
  });

  it('runs again with the same key after a refusal', async () => {
    const tea = request('tea');
    await setDoor(community, true);
    expect(await attempt(ctx, tea).catch(codeOf)).toBe('door/shut');
    expect(await effects(community)).toBe(0);
    await setDoor(community, false);
    expect(await attempt(ctx, tea)).toMatchObject({ wanted: 'tea' });
    expect(await effects(community)).toBe(1);
  });

  it('returns the stored answer even when it would refuse the request by now', async () => {
    const tea = request('tea');
    const first = await attempt(ctx, tea);
    await setDoor(community, true);
    expect(await attempt(ctx, tea)).toEqual(first);
  });

  it('leaves neither an effect nor a key after an error', async () => {
    const tea = request('tea');
    await sql`alter table effects add constraint none check (wanted <> 'tea') not valid`.execute(
      community.db,
    );
    await expect(attempt(ctx, tea)).rejects.toThrow(/constraint "none"/);
    await sql`alter table effects drop constraint none`.execute(community.db);
    expect(await attempt(ctx, tea)).toMatchObject({ wanted: 'tea' });
    expect(await effects(community)).toBe(1);
  });

  it('the control: runs more than once when the key is not unique', async () => {
    const unguarded = await newCommunity({
      withoutGuards: `${scene}
        alter table idempotency_keys drop constraint idempotency_keys_pkey`,
    });
    const same = request('tea');
    const free = await unguarded.ctxFor();
    await Promise.all(Array.from({ length: 8 }, () => attempt(free, same)));
    expect(await effects(unguarded)).toBe(8);
    await unguarded.close();
  });
});
