import type { Ctx } from '#server/ctx.ts';

export type Holiday = { day: string; name: string };

/** The holidays among these days, in order. */
export async function readHolidays({ db }: Ctx, days: readonly string[]): Promise<Holiday[]> {
  if (days.length === 0) return [];
  return db
    .selectFrom('classHolidays')
    .select(['day', 'name'])
    .where('day', 'in', days)
    .orderBy('day')
    .execute();
}

/** The holidays from that day on, by day. */
export async function readHolidaysFrom({ db }: Ctx, day: string): Promise<Map<string, string>> {
  const found = await db
    .selectFrom('classHolidays')
    .select(['day', 'name'])
    .where('day', '>=', day)
    .orderBy('day')
    .execute();
  return new Map(found.map((one) => [one.day, one.name]));
}
