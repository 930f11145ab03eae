import { sql } from 'kysely';
import { publishToAdministrators } from '#features/accounts/roles/publish-to-administrators.ts';
import { forgetActWords } from '#features/audit/forget-act-words.ts';
import { eraseReportsOf } from '#features/reports/erase-reports-of.ts';
import type { Ctx } from '#server/ctx.ts';
import { publish } from '#server/events/publish.ts';
import { goneName, type Leaver } from '#server/own-data/own-data.ts';
import { lapsePrizes } from './seasons/lapse-prizes.ts';
import { lockCup } from './seasons/lock-cup.ts';

/**
 * Takes who the person was out of their rows on every board, and deletes their claims. Places and figures stay, and
 * prizes paid. A row is theirs by their confirmed claim, or by an address that they proved where no other person's
 * claim to the user name is confirmed. Rows of that user name on other boards are too, unless they have another
 * address. So are rows of an address that they proved before they moved to another one, unless another person has
 * proved it since.
 *
 * Rows that stay, and had an alias because of the person, keep it. No later choice can be theirs. A prize that waited
 * for the person's claim alone lapses, as where they withdraw it.
 */
export async function eraseFromCup(ctx: Ctx, { userId, provedEmail }: Leaver): Promise<void> {
  const { db } = ctx;
  // Before the cup, as deciding a claim locks them.
  const claims = await db
    .selectFrom('cupClaims')
    .select('status')
    .where('userId', '=', userId)
    .forUpdate()
    .execute();
  const claimWaits = claims.some(({ status }) => status === 'pending');
  if (claimWaits) await lockCup(ctx, 'share');
  await sql`select leave_cup_rows(id, email, email_verified) from users where id = ${userId}`.execute(db);
  const { rows } = await sql<{ id: string; username: string }>`
    with own as (
      select username, true as claimed from confirmed_cup_claims where user_id = ${userId}
      union
      select lower(line.username), false
        from cup_boards board join duolingo_rankings line on line.board_id = board.id
        where lower(line.email) = ${provedEmail} and not exists (
          select from confirmed_cup_claims claim where claim.username = lower(line.username))
    )
    select line.id, own.username
      from own cross join cup_boards board
      join duolingo_rankings line on line.board_id = board.id and lower(line.username) = own.username
      where own.claimed or line.email is null or lower(line.email) = ${provedEmail}
    union
    select line.id, lower(line.username) from cup_former_rows former join duolingo_rankings line on line.id = former.row_id
      where former.user_id = ${userId} and former.proved and not exists (
        select from confirmed_cup_claims claim where claim.username = lower(line.username))
      and not exists (
        select from users where users.email = lower(line.email) and users.email_verified and users.id <> ${userId})`.execute(
    db,
  );
  const lines = rows.map(({ id }) => id);
  const usernames = [...new Set(rows.map(({ username }) => username))];
  await eraseReportsOf(ctx, 'cup-name', lines);
  await forgetActWords(ctx, userId, lines);
  await sql`update duolingo_rankings
    set full_name = ${goneName}, username = 'gone-' || id, email = null, classroom = null, extras = '{}'
    where id = any(${lines}::uuid[])`.execute(db);
  await sql`delete from cup_former_rows where row_id = any(${lines}::uuid[])`.execute(db);
  await sql`insert into cup_former_rows as kept (row_id, proved)
    select former.row_id, former.proved from cup_former_rows former
      join users on users.id = former.user_id join profiles on profiles.user_id = former.user_id
      where former.user_id = ${userId} and (age_group = 'kid' or (former.proved and (users.name_alias is not null
        or exists (select from cup_aliases where user_id = ${userId}))))
    on conflict (row_id, user_id) do update set proved = kept.proved or excluded.proved`.execute(db);
  await sql`delete from cup_former_rows where user_id = ${userId}`.execute(db);
  // What administrators said of a user name, unless a row of another person has it.
  const unused = sql`username = any(${usernames}::text[]) and not exists (
    select from cup_boards board join duolingo_rankings line on line.board_id = board.id and lower(line.username) = said.username)`;
  await sql`delete from cup_reviews said where ${unused}`.execute(db);
  await sql`delete from cup_hidden_names said where ${unused}`.execute(db);
  await sql`delete from cup_practice where user_id = ${userId}`.execute(db);
  await sql`delete from cup_claims where user_id = ${userId}`.execute(db);
  await sql`delete from cup_aliases where user_id = ${userId}`.execute(db);
  if (!claimWaits) return;
  if ((await lapsePrizes(ctx)) > 0) await publish(ctx, { kind: 'cup.changed' });
  else await publishToAdministrators(ctx, 'cup.changed');
}
