import { sql } from 'kysely';
import { goodPassword } from '../sign-in.ts';
import { minutesAfter } from './local-time.ts';
import { type Participant, registerDevices } from './participants.ts';
import { noteLeft, whoWaits } from './seats.ts';
import type { Simulation } from './simulation.ts';

const day = 24 * 60;

/** Plans who is suspended today, mostly for some days, and who deletes their account. */
export function planDepartures(simulation: Simulation): void {
  const { chance, participants, now } = simulation;
  for (const learner of participants.learners) {
    const fate = chance.next();
    const at = minutesAfter(now, chance.between(1, day - 1));
    if (fate < 0.006) simulation.plan(at, () => suspend(simulation, learner));
    else if (fate < 0.01) simulation.plan(at, () => deleteAccount(simulation, learner));
  }
}

/** An administrator suspends a learner, whose seats go to students who wait, and lets most of them in again. */
async function suspend(simulation: Simulation, learner: Participant): Promise<void> {
  if (isOut(learner)) return;
  const noteSeats = await seatsOf(simulation, learner);
  await simulation.ask(simulation.participants.admin, 'PUT', `/api/people/${learner.id}/ban`, {
    reason: 'Mensajes molestos',
  });
  const absence: Participant['away'][number] = { from: simulation.now, to: null, forGood: false };
  learner.away.push(absence);
  noteSeats();
  await expectShut(simulation, learner);
  if (!simulation.chance.happens(0.7)) return;
  simulation.plan(minutesAfter(simulation.now, simulation.chance.between(60, 4 * day)), async () => {
    await simulation.ask(simulation.participants.admin, 'DELETE', `/api/people/${learner.id}/ban`);
    absence.to = simulation.now;
    learner.changes.push(simulation.now);
    const { cookie } = await simulation.community.anotherSession(learner);
    learner.cookie = cookie;
    await registerDevices(simulation.community, learner);
  });
}

/**
 * A learner deletes their account for good: their seats go to students who wait, and what the books need keeps an id.
 */
async function deleteAccount(simulation: Simulation, learner: Participant): Promise<void> {
  if (isOut(learner)) return;
  const noteSeats = await seatsOf(simulation, learner);
  const { ok } = await simulation.ask(learner, 'POST', '/api/privacy/deletion', {
    password: goodPassword,
    typed: learner.email,
  });
  if (!ok) return;
  noteSeats();
  // What waited for its delivery is given back to a wallet without a person.
  for (const order of simulation.book.orders.values())
    if (order.buyer === learner.id && order.status === 'pending') order.status = 'refunded';
  learner.away.push({ from: simulation.now, to: null, forGood: true });
  await expectShut(simulation, learner);
  await expectForgotten(simulation, learner);
}

/** Looks at who waits for a seat of theirs, and answers how to write into the book that all of theirs are free. */
async function seatsOf(simulation: Simulation, learner: Participant): Promise<() => void> {
  const coming = simulation.book.comingOf(learner.id, simulation.now);
  const waiting = new Map(
    await Promise.all(coming.map(async (club) => [club.id, await whoWaits(simulation, club)] as const)),
  );
  return () => {
    for (const club of simulation.book.classes.values()) club.eager.delete(learner.id);
    for (const club of coming) noteLeft(simulation, learner, club, waiting.get(club.id) ?? []);
  };
}

/** Suspended at present, or gone. */
function isOut({ away }: Participant): boolean {
  return away.some(({ to }) => to === null);
}

/** The very next request is refused; `ask` says so where it is not. */
async function expectShut(simulation: Simulation, learner: Participant): Promise<void> {
  await simulation.ask(learner, 'GET', '/api/today');
}

/** Who left has no seat, place in a waiting list or notice, and no account has their address or name. */
async function expectForgotten(simulation: Simulation, { id, email, name }: Participant): Promise<void> {
  const { rows } = await sql<{ seats: number; waits: number; notices: number; known: number }>`
    select
      (select count(*)::int from class_enrollments join classes on classes.id = class_id
        where user_id = ${id} and starts_at > ${simulation.now}) as seats,
      (select count(*)::int from class_waiting where user_id = ${id}) as waits,
      (select count(*)::int from notifications where user_id = ${id}) as notices,
      (select count(*)::int from users where email = ${email} or (id = ${id} and name = ${name})) as known`.execute(
    simulation.community.db,
  );
  for (const [what, count] of Object.entries(rows[0] ?? {}))
    if (count !== 0) simulation.noteViolation(`${count} ${what} are left of ${name}, who is gone`);
}
