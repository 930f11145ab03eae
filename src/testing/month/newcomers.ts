import { sql } from 'kysely';
import { goodPassword } from '../sign-in.ts';
import { minutesAfter } from './local-time.ts';
import { isAway, type Participant, participantFrom } from './participants.ts';
import type { Simulation } from './simulation.ts';

/** Plans whose friend makes an account by their link today; the friend takes part from then on. */
export function planNewcomers(simulation: Simulation): void {
  const { chance, participants, now } = simulation;
  const inviter = chance.pick(participants.learners);
  if (inviter.kid || !chance.happens(0.5)) return;
  simulation.plan(minutesAfter(now, chance.between(600, 1300)), () => welcomeFriend(simulation, inviter));
}

async function welcomeFriend(simulation: Simulation, inviter: Participant): Promise<void> {
  const { community, participants, chance } = simulation;
  if (isAway(inviter, simulation.now)) return;
  const { body } = await simulation.ask(inviter, 'GET', '/api/coins/referral');
  const name = `Recién ${participants.newcomers.length + 1}`;
  const email = `recien-${participants.newcomers.length + 1}@example.org`;
  const form = { name, email, password: goodPassword, zone: inviter.zone, invitation: body.code };
  const answer = await community.request(null, 'POST', '/api/auth/sign-up/email', form);
  if (!answer.ok) simulation.noteViolation(`signing up by the link of ${inviter.name}: ${answer.status}`);
  const { rows } = await sql<{ id: string }>`select id from users where email = ${email}`.execute(
    community.db,
  );
  const [account] = rows;
  if (!account) return;
  const person = await community.anotherSession({ ...account, email, name, cookie: '' });
  const friend = await participantFrom(community, chance, person, { zone: inviter.zone, kid: false });
  participants.newcomers.push(friend);
  simulation.participantsById.set(friend.id, friend);
  simulation.book.invited.set(friend.id, inviter.id);
}

export type Invited = { came: number; paid: number };

/** Who came by a link is noted with its owner, and pays them once, after an attended class alone. */
export async function checkInvited(simulation: Simulation): Promise<Invited> {
  const { rows } = await sql<{ id: string; inviter: string | null; attended: boolean; coins: number }>`
    select users.id, invited_by as inviter,
      exists (select from class_enrollments join classes on classes.id = class_id
        where user_id = users.id and attended and roll_closed_at is not null) as attended,
      (select coalesce(sum(amount), 0)::int from sumicoins_ledger
        where transaction_type = 'referral' and split_part(cause, ':', 2) = users.id::text) as coins
    from users where id = any(${[...simulation.book.invited.keys()]}::uuid[])`.execute(
    simulation.community.db,
  );
  for (const { id, inviter, attended, coins } of rows) {
    const wanted = simulation.book.invited.get(id);
    if (inviter !== wanted)
      simulation.noteViolation(`${id} was invited by ${wanted}, and ${inviter} is noted`);
    if (coins > 0 && !attended)
      simulation.noteViolation(`${id} paid ${coins} coins to the person who invited them, without a class`);
  }
  return { came: rows.length, paid: rows.filter(({ coins }) => coins > 0).length };
}
