import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Community, newCommunity } from '../../testing/community.ts';
import { plansOf } from '../../testing/plans-of.ts';
import { markOwnLines } from './mark-own-lines.ts';
import { listCup } from './reads.ts';

/* These tests guarantee the query plans of a board with five thousand rows, of which a page reads only its own. */

const size = 5000;

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
  const { db } = community;
  const admin = await community.person({ role: 'admin' });
  await sql`with board as (
      insert into cup_boards (season, status, row_count, language_counts, imported_by, live_at, live_by)
      select date_trunc('month', now()), 'live', ${size}::integer, '{}', ${admin.id}, now(), ${admin.id} returning id)
    insert into duolingo_rankings (board_id, full_name, username, email, language, total_exp,
      xp_position, streak_position, xp_position_in_language, streak_position_in_language)
    select board.id, 'Persona ' || n, 'p' || n, 'p' || n || '@example.org', 'en', 100000 - n, n, n, n, n
    from board, generate_series(1, ${size}::integer) n`.execute(db);
  await sql`insert into users (name, email) select 'Persona ' || n, 'p' || n || '@example.org'
    from generate_series(1, 2000) n`.execute(db);
  await sql`insert into cup_claims (user_id, username, status, decided_at)
    select id, split_part(email, '@', 1), 'confirmed', now() from users where email like 'p1%@example.org'`.execute(
    db,
  );
  await sql`analyze`.execute(db);
});
afterAll(() => community.close());

it.each(['xp', 'streak'] as const)(
  'the first page of the cup by %s is one statement that walks the index of positions and calls no function of a row',
  async (order) => {
    const ctx = await community.ctxFor();
    const plans = await plansOf(ctx, async (listening) => {
      expect((await listCup(listening, { order })).items).toHaveLength(50);
    });
    expect(plans).toHaveLength(1);
    expect(plans[0]).toContain(`_${order}_position_key on duolingo_rankings`);
    expect(plans[0]).not.toMatch(/Seq Scan on (duolingo_rankings|users|profiles|cup_claims)|Hash Join/);
  },
);

it('the reader’s own line of the cup is found by the indexes of user names and e-mails, not by a walk over the board', async () => {
  const ctx = await community.ctxFor(await community.person());
  const page = await listCup(ctx, { order: 'xp' });
  const plans = await plansOf(ctx, (listening) => markOwnLines(listening, page, { order: 'xp' }));
  expect(plans).toHaveLength(1);
  expect(plans[0]).toMatch(/rankings_by_username/);
  expect(plans[0]).toMatch(/rankings_by_email/);
  expect(plans[0]).not.toMatch(/Seq Scan on (duolingo_rankings|users)/);
});
