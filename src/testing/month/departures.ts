import { sql } from 'kysely';
import { goodPassword } from '../sign-in.ts';
import { type Player, registerDevices } from './cast.ts';
import { minutesAfter } from './local-time.ts';
import { noteLeft, whoWaits } from './seats.ts';
import type { Stage } from './stage.ts';

const day = 24 * 60;

/** Plans who is suspended today, mostly for some days, and who deletes their account. */
export function planDepartures(stage: Stage): void {
  const { chance, cast, now } = stage;
  for (const learner of cast.learners) {
    const fate = chance.next();
    const at = minutesAfter(now, chance.between(1, day - 1));
    if (fate < 0.006) stage.plan(at, () => suspend(stage, learner));
    else if (fate < 0.01) stage.plan(at, () => deleteAccount(stage, learner));
  }
}

/** An administrator suspends a learner, whose seats go to who waits, and lets most of them in again. */
async function suspend(stage: Stage, learner: Player): Promise<void> {
  if (isOut(learner)) return;
  const noteSeats = await seatsOf(stage, learner);
  await stage.ask(stage.cast.admin, 'PUT', `/api/people/${learner.id}/ban`, { reason: 'Mensajes molestos' });
  const absence: Player['away'][number] = { from: stage.now, to: null, forGood: false };
  learner.away.push(absence);
  noteSeats();
  await expectShut(stage, learner);
  if (!stage.chance.happens(0.7)) return;
  stage.plan(minutesAfter(stage.now, stage.chance.between(60, 4 * day)), async () => {
    await stage.ask(stage.cast.admin, 'DELETE', `/api/people/${learner.id}/ban`);
    absence.to = stage.now;
    learner.changes.push(stage.now);
    const { cookie } = await stage.community.anotherSession(learner);
    learner.cookie = cookie;
    await registerDevices(stage.community, learner);
  });
}

/** A learner deletes their account for good: their seats go to who waits, and what the books need keeps an id. */
async function deleteAccount(stage: Stage, learner: Player): Promise<void> {
  if (isOut(learner)) return;
  const noteSeats = await seatsOf(stage, learner);
  const { ok } = await stage.ask(learner, 'POST', '/api/privacy/deletion', {
    password: goodPassword,
    typed: learner.email,
  });
  if (!ok) return;
  noteSeats();
  // What waited for its delivery is given back to a wallet without a person.
  for (const order of stage.book.orders.values())
    if (order.buyer === learner.id && order.status === 'pending') order.status = 'refunded';
  learner.away.push({ from: stage.now, to: null, forGood: true });
  await expectShut(stage, learner);
  await expectForgotten(stage, learner);
}

/** Looks at who waits for a seat of theirs, and answers how to write into the book that all of theirs are free. */
async function seatsOf(stage: Stage, learner: Player): Promise<() => void> {
  const coming = stage.book.comingOf(learner.id, stage.now);
  const waiting = new Map(
    await Promise.all(coming.map(async (club) => [club.id, await whoWaits(stage, club)] as const)),
  );
  return () => {
    for (const club of stage.book.classes.values()) club.eager.delete(learner.id);
    for (const club of coming) noteLeft(stage, learner, club, waiting.get(club.id) ?? []);
  };
}

/** Suspended at present, or gone. */
function isOut({ away }: Player): boolean {
  return away.some(({ to }) => to === null);
}

/** The very next request is refused; `ask` says so where it is not. */
async function expectShut(stage: Stage, learner: Player): Promise<void> {
  await stage.ask(learner, 'GET', '/api/today');
}

/** Who left has no seat, place in a waiting list or notice, and no account has their address or name. */
async function expectForgotten(stage: Stage, { id, email, name }: Player): Promise<void> {
  const { rows } = await sql<{ seats: number; waits: number; notices: number; known: number }>`
    select
      (select count(*)::int from class_enrollments join classes on classes.id = class_id
        where user_id = ${id} and starts_at > ${stage.now}) as seats,
      (select count(*)::int from class_waiting where user_id = ${id}) as waits,
      (select count(*)::int from notifications where user_id = ${id}) as notices,
      (select count(*)::int from users where email = ${email} or (id = ${id} and name = ${name})) as known`.execute(
    stage.community.db,
  );
  for (const [what, count] of Object.entries(rows[0] ?? {}))
    if (count !== 0) stage.fault(`${count} ${what} are left of ${name}, who is gone`);
}
