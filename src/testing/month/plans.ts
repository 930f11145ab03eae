import { sql } from 'kysely';
import type { BookedPlan } from './book.ts';
import { minutesAfter } from './local-time.ts';
import { isAway, type Participant } from './participants.ts';
import { payAtProvider } from './pay-at-provider.ts';
import type { Simulation } from './simulation.ts';

const day = 24 * 60;
/** Shorter than the shortest month: whether it goes on after that is for the provider to say. */
const sureDays = 27;

/** Begins to pay for a plan; some cards are declined, some buyers go away, some plans are given up or given back. */
export async function buyPlan(simulation: Simulation, learner: Participant): Promise<void> {
  const { book, chance } = simulation;
  // One plan a person and month: what a second one costs is for the tests of memberships.
  if (book.plans.has(learner.id)) return;
  const tier = chance.pick(['basic', 'premium'] as const);
  const { ok, body } = await simulation.ask(learner, 'POST', '/api/memberships/mine/checkout', { tier });
  const fate = chance.next();
  if (!ok || fate > 0.9) return;
  const paymentId = String(body.paymentId);
  simulation.plan(minutesAfter(simulation.now, chance.between(1, 20)), () =>
    pay(simulation, { learner, tier, paymentId, declined: fate < 0.1 }),
  );
}

type Purchase = { learner: Participant; tier: BookedPlan['tier']; paymentId: string; declined: boolean };

async function pay(simulation: Simulation, purchase: Purchase): Promise<void> {
  if (!(await payAtProvider(simulation, purchase))) return;
  const { learner, tier, paymentId } = purchase;
  const { chance, book, now } = simulation;
  book.plans.set(learner.id, {
    tier,
    paymentId,
    until: minutesAfter(now, sureDays * day),
    refunded: false,
  });
  const later = minutesAfter(now, chance.between(60, 4 * day));
  const fate = chance.next();
  if (fate < 0.25) simulation.plan(later, () => giveBack(simulation, learner));
  else if (fate < 0.5) simulation.plan(later, () => stopRenewing(simulation, learner));
}

/** Stops renewing, which keeps what is paid for, and may go on after all. */
async function stopRenewing(simulation: Simulation, learner: Participant): Promise<void> {
  if (isAway(learner, simulation.now)) return;
  await simulation.ask(learner, 'POST', '/api/memberships/mine/cancel');
  if (simulation.chance.happens(0.5)) await simulation.ask(learner, 'POST', '/api/memberships/mine/resume');
}

/** An administrator gives the money back, twice as one who taps twice; the plan ends. */
async function giveBack(simulation: Simulation, learner: Participant): Promise<void> {
  const plan = simulation.book.plans.get(learner.id);
  if (!plan || isAway(learner, simulation.now)) return;
  const path = `/api/payments/${plan.paymentId}/refund`;
  for (let times = 0; times < 2; times++) {
    const { ok } = await simulation.ask(
      simulation.participants.admin,
      'POST',
      path,
      { reason: 'Se equivocó' },
      {
        refusals: times === 0 ? [] : ['payments/not-refundable'],
      },
    );
    plan.refunded ||= ok;
  }
}

export type Plans = { paid: number; refunded: number };

/** Compares the tiers in force with the plans of the book, and their money with what was given back. */
export async function checkPlans(simulation: Simulation): Promise<Plans> {
  const { rows } = await sql<{ userId: string; tier: string }>`
    select user_id, tier from tiers_in_force(${simulation.now})`.execute(simulation.community.db);
  const inForce = new Map(rows.map(({ userId, tier }) => [userId, tier]));
  const paid = await sql<{ id: string; refunds: boolean }>`
    select id, (status = 'refunded' or refund_wanted_at is not null) as refunds from payments
    where tier is not null and status in ('completed', 'refunded')`.execute(simulation.community.db);
  const refunds = new Map(paid.rows.map((row) => [row.id, row.refunds]));
  for (const [person, { tier, paymentId, until, refunded }] of simulation.book.plans) {
    const { name, away } = simulation.participant(person);
    if (away.some(({ forGood }) => forGood)) continue;
    const wanted = refunded ? undefined : tier;
    if (simulation.now < until && inForce.get(person) !== wanted)
      simulation.noteViolation(`${name} has the plan ${inForce.get(person)}, not ${wanted}`);
    if (refunds.get(paymentId) !== refunded)
      simulation.noteViolation(
        `payment ${paymentId} of a plan: given back ${refunds.get(paymentId)}, not ${refunded}`,
      );
  }
  const strangers = rows.filter(({ userId }) => !simulation.book.plans.has(userId));
  if (strangers.length > 0)
    simulation.noteViolation(`${strangers.length} people have a plan that they did not pay for`);
  const plans = [...simulation.book.plans.values()];
  return { paid: plans.length, refunded: plans.filter(({ refunded }) => refunded).length };
}
