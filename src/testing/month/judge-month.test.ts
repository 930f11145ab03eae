import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { payPrizes } from '#features/cup/seasons/pay-prizes.ts';
import { isSold } from './buyers.ts';
import { describeFigures } from './figures.ts';
import { judgeMonth } from './judge-month.ts';
import { enrol } from './learners.ts';
import { minutesAfter } from './local-time.ts';
import { decideClaims, planClaims, publishBoard } from './season.ts';
import { giveUp } from './seats.ts';
import { type MonthOptions, simulateMonth } from './simulate-month.ts';
import type { Simulation } from './simulation.ts';

/** The last day of a season and the first of the next, with few people. Clubs begin on the second day. */
const twoDays: MonthOptions = {
  people: 8,
  teachers: 3,
  seats: 2,
  firstDay: '2026-10-31',
  days: 2,
  holidays: [],
  season: '2026-10',
  ceiling: 4000,
  pausingAbsences: 3,
  invariants: [],
  seed: 7,
};

async function judge(options: Partial<MonthOptions>): Promise<string[]> {
  const outcome = await simulateMonth({ ...twoDays, ...options });
  return judgeMonth(outcome, describeFigures(outcome), { isWhole: false });
}

/** A student gives up a seat of a full club of tomorrow, for which another student waits who means to come. */
async function freeSeat(simulation: Simulation): Promise<void> {
  simulation.plan(minutesAfter(simulation.now, 10 * 60), async () => {
    const club = [...simulation.book.classes.values()]
      .filter((each) => each.targetAudience === 'adult' && !isSold(each) && !each.cancelledAt)
      .sort((one, other) => one.startsAt.getTime() - other.startsAt.getTime())[0];
    if (!club) throw new Error('no club to come');
    const seated = () =>
      simulation.participants.learners.filter(({ id }) => simulation.book.hasSeat(club.id, id));
    const others = simulation.participants.learners.filter(
      ({ id, kid }) => !kid && !simulation.book.hasSeat(club.id, id),
    );
    while (seated().length < club.maxStudents) await enrol(simulation, others.shift()!, club);
    const [leaves, waits] = [seated()[0]!, others.shift()!];
    await simulation.ask(waits, 'POST', `/api/classes/${club.id}/waiting`);
    club.eager.add(waits.id);
    await giveUp(simulation, leaves, club);
  });
}

/** Takes both guards of a prize away, and pays those that are paid once more. */
async function payTwice(simulation: Simulation): Promise<void> {
  await publishBoard(simulation, '2026-10', 1);
  planClaims(simulation, 0);
  simulation.plan(minutesAfter(simulation.now, 44 * 60), async () => {
    await decideClaims(simulation);
    const { db } = simulation.community;
    const { rows } = await sql<{ text: string }>`
      select pg_get_functiondef('append_movements'::regproc) as text`.execute(db);
    await sql`alter table sumicoins_ledger drop constraint one_effect_per_cause`.execute(db);
    await sql.raw((rows[0]?.text ?? '').replace('where known_id is null and', 'where')).execute(db);
    await sql`update cup_prizes set status = 'waiting', settled_at = null, user_id = null`.execute(db);
    await payPrizes(await simulation.community.ctxFor());
  });
}

// The first simulation of a file waits for its database too.
const patience = { timeout: 600_000 };

it(
  'the control: without the handler that reminds, a simulated month tells which reminders were not told',
  patience,
  async () => {
    const violations = await judge({ days: 1, leftOut: ['remind-of-class'] });
    expect(violations.filter((each) => / not told: classes\.starts-in-/.test(each)).length).toBeGreaterThan(
      0,
    );
  },
);

it(
  'the control: without the handler that offers freed seats, a simulated month tells that they stayed empty',
  patience,
  async () => {
    const violations = await judge({ beside: freeSeat, leftOut: ['offer-seats'] });
    expect(violations).toContain('freed seats refilled: 0.0 %, and not 95.0 %');
  },
);

it(
  'the control: without the guards of a prize, a simulated month tells which one was paid twice, and what never happened',
  patience,
  async () => {
    const violations = await judge({
      async beside(simulation) {
        await freeSeat(simulation);
        await payTwice(simulation);
      },
    });
    expect(violations.filter((each) => /prize \d of \w+: 2 paid/.test(each)).length).toBeGreaterThan(0);
    expect(violations).toContain('never happened: clubs cancelled for a holiday');
    // What was not taken away did its work.
    expect(violations.filter((each) => /not told|freed seats/.test(each))).toEqual([]);
  },
);
