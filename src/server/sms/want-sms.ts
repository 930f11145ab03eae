import { minuteMs } from '#shared/time/durations.ts';
import type { Ctx } from '../ctx.ts';
import type { JsonObject } from '../db/schema.ts';
import { type DueWork, putDue } from '../jobs/due-work.ts';

/** A text message that is wanted: `kind` is `feature.what-it-is`, and that feature writes it as it is sent. */
export type WantedSms = { kind: string; number: string; detail?: JsonObject };

/** Sending a text message; its subject is the message's number in `sms_outbox`. */
export const smsWork: DueWork = {
  kind: 'send-sms',
  backOff: { firstMs: 5000, longestMs: minuteMs },
  concurrency: 2,
};

/** Notes, in the transaction at hand, that a text message is to go out, as `wantMail` does. Answers its number. */
export async function wantSms(
  ctx: Pick<Ctx, 'db' | 'now' | 'afterCommit'>,
  { kind, number, detail = {} }: WantedSms,
): Promise<string> {
  const { id } = await ctx.db
    .insertInto('smsOutbox')
    .values({ kind, number, detail: JSON.stringify(detail), createdAt: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await putDue(ctx, smsWork, id);
  return id;
}
