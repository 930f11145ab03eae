import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import type { ClassRules, ShownRules } from './class-rules.ts';

/** The numbers as a column of any query: PostgreSQL reads them once a statement. */
export const rulesColumn: RawBuilder<ClassRules> = sql<ClassRules>`(select jsonb_build_object(
  'clubSeats', club_seats, 'fewestLearners', fewest_learners, 'clubsAhead', clubs_ahead, 'lackToldHours', lack_told_hours,
  'doorOpensMinutes', door_opens_minutes, 'doorClosesMinutes', door_closes_minutes,
  'freeHours', free_hours, 'refundedHours', refunded_hours,
  'shortestOfferMinutes', shortest_offer_minutes, 'longestOfferHours', longest_offer_hours,
  'openToAllMinutes', open_to_all_minutes,
  'pausingAbsences', pausing_absences, 'countedDays', counted_days, 'pauseDays', pause_days) from class_rules)`;

/** The numbers as they are now. */
export async function readRules({ db }: Pick<Ctx, 'db'>): Promise<ClassRules> {
  const { rules } = await db.selectNoFrom(rulesColumn.as('rules')).executeTakeFirstOrThrow();
  return rules;
}

/** Those of the numbers that a class says of itself. */
export function showRules(rules: ClassRules): ShownRules {
  const { fewestLearners, clubsAhead, doorOpensMinutes, doorClosesMinutes, freeHours, refundedHours } = rules;
  const { shortestOfferMinutes, longestOfferHours, openToAllMinutes } = rules;
  return {
    fewestLearners,
    clubsAhead,
    doorOpensMinutes,
    doorClosesMinutes,
    freeHours,
    refundedHours,
    shortestOfferMinutes,
    longestOfferHours,
    openToAllMinutes,
  };
}
