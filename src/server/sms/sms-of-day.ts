import { sql } from 'kysely';
import { utcDay } from '#shared/time/calendar-days.ts';
import type { Ctx } from '../ctx.ts';

/**
 * Takes one of the messages that may be sent on this day (UTC), across all server processes. One statement: of any
 * number at once no more than `aDay` are taken. Answers the day, or null when all of them are used up.
 */
export async function takeSmsOfDay(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  aDay: number,
): Promise<string | null> {
  const day = utcDay(now);
  const { rows } = await sql`
    insert into sms_days as counted (day, sent) values (${day}, 1)
    on conflict (day) do update set sent = counted.sent + 1 where counted.sent < ${aDay}
    returning day`.execute(db);
  return rows.length > 0 ? day : null;
}

/** Gives one back: it certainly was not sent. */
export async function giveBackSms({ db }: Pick<Ctx, 'db'>, day: string): Promise<void> {
  await sql`update sms_days set sent = sent - 1 where day = ${day} and sent > 0`.execute(db);
}

/** How many of this day are taken. */
export async function countSmsOfDay({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<number> {
  const { rows } = await sql<{ sent: number }>`select sent from sms_days where day = ${utcDay(now)}`.execute(
    db,
  );
  return rows[0]?.sent ?? 0;
}
