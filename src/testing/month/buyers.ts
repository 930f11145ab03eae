import { sql } from 'kysely';
import { checkPause, clubsPaused } from './absences.ts';
import type { BookedClass } from './book.ts';
import { minutesAfter } from './local-time.ts';
import { isAway, type Participant } from './participants.ts';
import { payAtProvider } from './pay-at-provider.ts';
import { gone, noSeat, planSeat } from './seats.ts';
import type { Simulation } from './simulation.ts';

/** Whether learners without the plan of a club buy its seats. */
export function isSold({ priceCents, requiredTier }: BookedClass): boolean {
  return priceCents !== null && requiredTier !== 'free';
}

/** Holds a seat and plans its payment: most pay within minutes, some cards are declined, some buyers go away. */
export async function buySeat(
  simulation: Simulation,
  learner: Participant,
  club: BookedClass,
): Promise<boolean> {
  const checkout = `/api/classes/${club.id}/seat-checkout`;
  const answer = await simulation.ask(
    learner,
    'POST',
    checkout,
    {},
    {
      refusals: [...noSeat, ...gone, clubsPaused],
    },
  );
  const { ok, body } = answer;
  await checkPause(simulation, learner, club, answer);
  club.sought.add(learner.id);
  if (!ok) return false;
  const fate = simulation.chance.next();
  if (fate > 0.85) return true;
  const purchase = { learner, club, paymentId: String(body.paymentId), declined: fate < 0.1 };
  simulation.plan(minutesAfter(simulation.now, simulation.chance.between(1, 20)), () =>
    pay(simulation, purchase),
  );
  return true;
}

type Purchase = { learner: Participant; club: BookedClass; paymentId: string; declined: boolean };

async function pay(simulation: Simulation, purchase: Purchase): Promise<void> {
  if (!(await payAtProvider(simulation, purchase))) return;
  const { learner, club, paymentId } = purchase;
  const { book, now } = simulation;
  if (club.cancelledAt) simulation.noteViolation(`${paymentId} was paid for ${club.id}, which is cancelled`);
  if (isAway(learner, now)) simulation.noteViolation(`${paymentId} was paid by ${learner.name}, who is away`);
  book.take(club.id, learner.id, now);
  planSeat(simulation, learner, club);
}

/**
 * Payments for seats: those that came in, of these given back and kept because the seat was left too late; the others.
 */
export type Sold = { bought: number; refunded: number; kept: number; unpaid: number };

/**
 * Compares what was paid with the seats in the book. A payment that stands has its seat, or the seat was left too late;
 * no seat is paid twice or not at all; of a cancelled club everything is given back.
 */
export async function checkSold(simulation: Simulation): Promise<Sold> {
  const { rows } = await sql<{ seat: string; club: string; buyer: string; state: string }>`
    select class_id || ' ' || user_id as seat, class_id as club, user_id as buyer,
      case when status <> 'completed' then status when refund_wanted_at is not null then 'refunded'
        when forfeited_at is not null then 'kept' else 'standing' end as state
    from payments where class_id is not null`.execute(simulation.community.db);
  const standing = rows.filter(({ state }) => state === 'standing');
  for (const { seat, club, state } of rows)
    if ((state === 'standing' || state === 'kept') && simulation.book.class(club).cancelledAt)
      simulation.noteViolation(`${seat}: paid, and the club is cancelled`);
  for (const { seat, club, buyer } of standing) {
    const isOn = !simulation.book.class(club).cancelledAt;
    if (isOn && !simulation.book.hasSeat(club, buyer))
      simulation.noteViolation(`${seat}: paid, and not theirs`);
  }
  const paid = new Set(standing.map(({ seat }) => seat));
  if (paid.size < standing.length)
    simulation.noteViolation(`${standing.length - paid.size} seats are paid twice`);
  for (const club of simulation.book.classes.values()) {
    if (!isSold(club) || club.cancelledAt) continue;
    for (const buyer of club.seats.keys()) {
      const isPaid = paid.has(`${club.id} ${buyer}`);
      if (simulation.book.hasSeat(club.id, buyer) && !isPaid)
        simulation.noteViolation(`${club.id} ${buyer}: not paid`);
    }
  }
  const count = (...states: string[]) => rows.filter(({ state }) => states.includes(state)).length;
  return {
    bought: count('standing', 'kept', 'refunded'),
    refunded: count('refunded'),
    kept: count('kept'),
    unpaid: count('failed', 'pending'),
  };
}
