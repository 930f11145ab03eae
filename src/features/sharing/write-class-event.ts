import { asEvent } from '#features/calendar/feed/read-class-events.ts';
import { writeIcs } from '#server/calendar/write-ics.ts';
import type { Ctx } from '#server/ctx.ts';
import type { Download } from '#server/http/serve-download.ts';
import { readSharedClass } from './read-shared-class.ts';

/**
 * A class as a file for a calendar program. It has the id of the same class in people's feeds and letters, so that a
 * program that knows both shows it once.
 * @throws Refusal notFound as `readSharedClass`
 */
export async function writeClassEvent(ctx: Ctx, id: string, appUrl: string): Promise<Download> {
  await readSharedClass(ctx, id);
  const row = await ctx.db
    .selectFrom('classes')
    .select(['id', 'title', 'description', 'startsAt', 'durationMinutes', 'zone', 'status'])
    .select(['calendarSequence as sequence', 'calendarChangedAt as changedAt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const events = [asEvent(row, appUrl)];
  return { content: writeIcs({ name: 'Sumi', host: 'sumi', events }), fileName: 'sumi.ics' };
}
