import { sql } from 'kysely';
import { goodPassword } from '../sign-in.ts';
import { isAway, type Player, playerFrom } from './cast.ts';
import { minutesAfter } from './local-time.ts';
import type { Stage } from './stage.ts';

/** Plans whose friend makes an account by their link today; the friend takes part from then on. */
export function planNewcomers(stage: Stage): void {
  const { chance, cast, now } = stage;
  const inviter = chance.pick(cast.learners);
  if (inviter.kid || !chance.happens(0.5)) return;
  stage.plan(minutesAfter(now, chance.between(600, 1300)), () => welcomeFriend(stage, inviter));
}

async function welcomeFriend(stage: Stage, inviter: Player): Promise<void> {
  const { community, cast, chance } = stage;
  if (isAway(inviter, stage.now)) return;
  const { body } = await stage.ask(inviter, 'GET', '/api/coins/referral');
  const name = `Recién ${cast.newcomers.length + 1}`;
  const email = `recien-${cast.newcomers.length + 1}@example.org`;
  const form = { name, email, password: goodPassword, zone: inviter.zone, invitation: body.code };
  const answer = await community.request(null, 'POST', '/api/auth/sign-up/email', form);
  if (!answer.ok) stage.fault(`signing up by the link of ${inviter.name}: ${answer.status}`);
  const { rows } = await sql<{ id: string }>`select id from users where email = ${email}`.execute(
    community.db,
  );
  const [account] = rows;
  if (!account) return;
  const person = await community.anotherSession({ ...account, email, name, cookie: '' });
  const friend = await playerFrom(community, chance, person, { zone: inviter.zone, kid: false });
  cast.newcomers.push(friend);
  stage.players.set(friend.id, friend);
  stage.book.invited.set(friend.id, inviter.id);
}

export type Invited = { came: number; paid: number };

/** Who came by a link is noted with its owner, and pays them once, after an attended class alone. */
export async function checkInvited(stage: Stage): Promise<Invited> {
  const { rows } = await sql<{ id: string; inviter: string | null; attended: boolean; coins: number }>`
    select users.id, invited_by as inviter,
      exists (select from class_enrollments join classes on classes.id = class_id
        where user_id = users.id and attended and roll_closed_at is not null) as attended,
      (select coalesce(sum(amount), 0)::int from sumicoins_ledger
        where transaction_type = 'referral' and split_part(cause, ':', 2) = users.id::text) as coins
    from users where id = any(${[...stage.book.invited.keys()]}::uuid[])`.execute(stage.community.db);
  for (const { id, inviter, attended, coins } of rows) {
    const wanted = stage.book.invited.get(id);
    if (inviter !== wanted) stage.fault(`${id} was invited by ${wanted}, and ${inviter} is noted`);
    if (coins > 0 && !attended) stage.fault(`${id} paid ${coins} coins to who invited them, without a class`);
  }
  return { came: rows.length, paid: rows.filter(({ coins }) => coins > 0).length };
}
