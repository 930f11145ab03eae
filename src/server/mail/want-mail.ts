import { minuteMs } from '#shared/time/durations.ts';
import type { Ctx } from '../ctx.ts';
import type { JsonObject, MailOutbox } from '../db/schema.ts';
import { type DueWork, putDue } from '../jobs/due-work.ts';

/** A letter that is wanted: `kind` is `feature.what-it-is`, and that feature writes it as it is sent. */
export type WantedLetter = {
  kind: string;
  address: string;
  /** One of the interface's languages. */
  locale: MailOutbox['locale'];
  /** What the words need, never a secret: this stands in the database until the letter has gone. */
  detail?: JsonObject;
};

/** Sending a letter; its subject is the letter's number in `mail_outbox`. */
export const mailWork: DueWork = {
  kind: 'send-mail',
  backOff: { firstMs: minuteMs, longestMs: 120 * minuteMs },
  concurrency: 1,
};

/**
 * Notes, in the transaction at hand, that a letter is to go out; it goes once that has committed, and however often
 * the mail server is away. Answers the letter's number.
 */
export async function wantMail(
  ctx: Pick<Ctx, 'db' | 'now' | 'afterCommit'>,
  { kind, address, locale, detail }: WantedLetter,
): Promise<string> {
  const { id } = await ctx.db
    .insertInto('mailOutbox')
    .values({ kind, address, locale, detail: JSON.stringify(detail ?? {}), createdAt: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await putDue(ctx, mailWork, id);
  return id;
}
