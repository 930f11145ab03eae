import { sql } from 'kysely';
import { checkPause, clubsPaused } from './absences.ts';
import type { BookedClass } from './book.ts';
import { isAway, type Player } from './cast.ts';
import { minutesAfter } from './local-time.ts';
import { payAtProvider } from './pay-at-provider.ts';
import { gone, noSeat, planSeat } from './seats.ts';
import type { Stage } from './stage.ts';

/** Whether learners without the plan of a club buy its seats. */
export function isSold({ priceCents, requiredTier }: BookedClass): boolean {
  return priceCents !== null && requiredTier !== 'free';
}

/** Holds a seat and plans its payment: most pay within minutes, some cards are declined, some buyers go away. */
export async function buySeat(stage: Stage, learner: Player, club: BookedClass): Promise<boolean> {
  const checkout = `/api/classes/${club.id}/seat-checkout`;
  const answer = await stage.ask(
    learner,
    'POST',
    checkout,
    {},
    {
      refusals: [...noSeat, ...gone, clubsPaused],
    },
  );
  const { ok, body } = answer;
  await checkPause(stage, learner, club, answer);
  club.sought.add(learner.id);
  if (!ok) return false;
  const fate = stage.chance.next();
  if (fate > 0.85) return true;
  const purchase = { learner, club, paymentId: String(body.paymentId), declined: fate < 0.1 };
  stage.plan(minutesAfter(stage.now, stage.chance.between(1, 20)), () => pay(stage, purchase));
  return true;
}

type Purchase = { learner: Player; club: BookedClass; paymentId: string; declined: boolean };

async function pay(stage: Stage, purchase: Purchase): Promise<void> {
  if (!(await payAtProvider(stage, purchase))) return;
  const { learner, club, paymentId } = purchase;
  const { book, now } = stage;
  if (club.cancelledAt) stage.fault(`${paymentId} was paid for ${club.id}, which is cancelled`);
  if (isAway(learner, now)) stage.fault(`${paymentId} was paid by ${learner.name}, who is away`);
  book.take(club.id, learner.id, now);
  planSeat(stage, learner, club);
}

/**
 * Payments for seats: those that came in, of these given back and kept because the seat was left too late; the others.
 */
export type Sold = { bought: number; refunded: number; kept: number; unpaid: number };

/**
 * Compares what was paid with the seats in the book. A payment that stands has its seat, or the seat was left too late;
 * no seat is paid twice or not at all; of a cancelled club everything is given back.
 */
export async function checkSold(stage: Stage): Promise<Sold> {
  const { rows } = await sql<{ seat: string; club: string; buyer: string; state: string }>`
    select class_id || ' ' || user_id as seat, class_id as club, user_id as buyer,
      case when status <> 'completed' then status when refund_wanted_at is not null then 'refunded'
        when forfeited_at is not null then 'kept' else 'standing' end as state
    from payments where class_id is not null`.execute(stage.community.db);
  const standing = rows.filter(({ state }) => state === 'standing');
  for (const { seat, club, buyer } of standing) {
    if (stage.book.class(club).cancelledAt) stage.fault(`${seat}: paid, and the club is cancelled`);
    else if (!stage.book.hasSeat(club, buyer)) stage.fault(`${seat}: paid, and not theirs`);
  }
  const paid = new Set(standing.map(({ seat }) => seat));
  if (paid.size < standing.length) stage.fault(`${standing.length - paid.size} seats are paid twice`);
  for (const club of stage.book.classes.values()) {
    if (!isSold(club) || club.cancelledAt) continue;
    for (const buyer of club.seats.keys()) {
      const isPaid = paid.has(`${club.id} ${buyer}`);
      if (stage.book.hasSeat(club.id, buyer) && !isPaid) stage.fault(`${club.id} ${buyer}: not paid`);
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
