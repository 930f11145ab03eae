import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { payPrizes } from '#features/cup/seasons/pay-prizes.ts';
import { isSold } from './buyers.ts';
import { describeFigures } from './figures.ts';
import { judgeMonth } from './judge-month.ts';
import { enrol } from './learners.ts';
import { minutesAfter } from './local-time.ts';
import { type Course, playMonth } from './play-month.ts';
import { decideClaims, planClaims, publishBoard } from './season.ts';
import { giveUp } from './seats.ts';
import type { Stage } from './stage.ts';

/** The last day of a season and the first of the next, with few people. Clubs begin on the second day. */
const twoDays: Course = {
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

async function judge(course: Partial<Course>): Promise<string[]> {
  const outcome = await playMonth({ ...twoDays, ...course });
  return judgeMonth(outcome, describeFigures(outcome), { isWhole: false });
}

/** A student gives up a seat of a full club of tomorrow, for which another student waits who means to come. */
async function freeSeat(stage: Stage): Promise<void> {
  stage.plan(minutesAfter(stage.now, 10 * 60), async () => {
    const club = [...stage.book.classes.values()]
      .filter((each) => each.targetAudience === 'adult' && !isSold(each) && !each.cancelledAt)
      .sort((one, other) => one.startsAt.getTime() - other.startsAt.getTime())[0];
    if (!club) throw new Error('no club to come');
    const seated = () => stage.cast.learners.filter(({ id }) => stage.book.hasSeat(club.id, id));
    const others = stage.cast.learners.filter(({ id, kid }) => !kid && !stage.book.hasSeat(club.id, id));
    while (seated().length < club.maxStudents) await enrol(stage, others.shift()!, club);
    const [leaves, waits] = [seated()[0]!, others.shift()!];
    await stage.ask(waits, 'POST', `/api/classes/${club.id}/waiting`);
    club.eager.add(waits.id);
    await giveUp(stage, leaves, club);
  });
}

/** Takes both guards of a prize away, and pays those that are paid once more. */
async function payTwice(stage: Stage): Promise<void> {
  await publishBoard(stage, '2026-10', 1);
  planClaims(stage, 0);
  stage.plan(minutesAfter(stage.now, 44 * 60), async () => {
    await decideClaims(stage);
    const { db } = stage.community;
    const { rows } = await sql<{ text: string }>`
      select pg_get_functiondef('append_movements'::regproc) as text`.execute(db);
    await sql`alter table sumicoins_ledger drop constraint one_effect_per_cause`.execute(db);
    await sql.raw((rows[0]?.text ?? '').replace('where known_id is null and', 'where')).execute(db);
    await sql`update cup_prizes set status = 'waiting', settled_at = null, user_id = null`.execute(db);
    await payPrizes(await stage.community.ctxFor());
  });
}

// The first play of a file waits for its database too.
const patience = { timeout: 600_000 };

it(
  'control: without the handler that reminds, a play of a month tells which reminders were not told',
  patience,
  async () => {
    const faults = await judge({ days: 1, leftOut: ['remind-of-class'] });
    expect(faults.filter((each) => / not told: classes\.starts-in-/.test(each)).length).toBeGreaterThan(0);
  },
);

it(
  'control: without the handler that offers freed seats, a play of a month tells that they stayed empty',
  patience,
  async () => {
    const faults = await judge({ beside: freeSeat, leftOut: ['offer-seats'] });
    expect(faults).toContain('freed seats refilled: 0.0 %, and not 95.0 %');
  },
);

it(
  'control: without the guards of a prize, a play of a month tells which one was paid twice, and what never happened',
  patience,
  async () => {
    const faults = await judge({
      async beside(stage) {
        await freeSeat(stage);
        await payTwice(stage);
      },
    });
    expect(faults.filter((each) => /prize \d of \w+: 2 paid/.test(each)).length).toBeGreaterThan(0);
    expect(faults).toContain('never happened: clubs cancelled for a holiday');
    // What was not taken away did its work.
    expect(faults.filter((each) => /not told|freed seats/.test(each))).toEqual([]);
  },
);
