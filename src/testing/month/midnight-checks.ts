import { sql } from 'kysely';
import { findBroken, type Invariant } from '#server/db/find-broken.ts';
import { findStuck } from '#server/jobs/find-stuck.ts';
import { findAbsenceViolations } from './absences.ts';
import { checkSold } from './buyers.ts';
import { findCoinViolations } from './check-coins.ts';
import { checkDeliveries, type Delivery } from './check-deliveries.ts';
import { checkReminders, type Told } from './check-reminders.ts';
import { byMovedClock } from './move-clock.ts';
import { checkInvited } from './newcomers.ts';
import { checkOrders } from './orders.ts';
import { checkWalkIns } from './organisers.ts';
import { checkPlans } from './plans.ts';
import type { Simulation } from './simulation.ts';

/** What has to be true at each midnight of a simulated month, and what the midnights so far found. */
export class MidnightChecks {
  midnights = 0;
  reminders = 0;
  readonly deliveries: Delivery[] = [];
  /** Every notice of the month until the last midnight. */
  notices: readonly Told[] = [];
  readonly #simulation: Simulation;
  readonly #invariants: readonly Invariant[];
  #remindersUntil: Date;
  #deliveriesUntil: Date;

  constructor(simulation: Simulation, invariants: readonly Invariant[]) {
    this.#simulation = simulation;
    this.#invariants = invariants;
    this.#remindersUntil = simulation.parts.from;
    this.#deliveriesUntil = simulation.parts.from;
  }

  async run(): Promise<void> {
    const simulation = this.#simulation;
    this.midnights += 1;
    await this.#checkInvariants();
    await checkSold(simulation);
    await checkOrders(simulation);
    await checkPlans(simulation);
    await checkWalkIns(simulation);
    await checkInvited(simulation);
    await this.#checkStuckWork();
    await this.#checkNotices();
  }

  async #checkInvariants(): Promise<void> {
    const simulation = this.#simulation;
    const { db } = simulation.community;
    const moved = this.#invariants.map(({ name, query }) => ({ name, query: byMovedClock(query) }));
    for (const broken of await findBroken(db, moved))
      simulation.noteViolation(`${broken.name}: ${JSON.stringify(broken.rows[0])}`);
    for (const violation of [...(await findCoinViolations(db)), ...(await findAbsenceViolations(db))])
      simulation.noteViolation(violation);
  }

  async #checkStuckWork(): Promise<void> {
    const simulation = this.#simulation;
    const { handlers } = simulation.parts;
    for (const stuck of await findStuck({ db: simulation.community.db, now: simulation.now })) {
      if (handlers.some(({ work }) => work.kind === stuck.kind))
        simulation.noteViolation(`stuck: ${JSON.stringify(stuck)}`);
    }
  }

  async #checkNotices(): Promise<void> {
    const simulation = this.#simulation;
    const { rows } = await sql<Told>`
      select id, user_id, kind, about, detail, created_at, withdrawn_at from moved.told`.execute(
      simulation.community.db,
    );
    this.notices = rows;
    this.reminders += checkReminders(simulation, rows, this.#remindersUntil, simulation.now);
    this.#remindersUntil = simulation.now;
    const from = this.#deliveriesUntil;
    // A delivery has this long to arrive.
    const until = new Date(simulation.now.getTime() - 36 * 3600_000);
    const due = rows.filter(({ createdAt }) => createdAt >= from && createdAt < until);
    this.deliveries.push(...checkDeliveries(simulation, due));
    this.#deliveriesUntil = new Date(Math.max(until.getTime(), from.getTime()));
  }
}
