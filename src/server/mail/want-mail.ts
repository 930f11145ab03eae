import type { Ctx } from '../ctx.ts';
import type { JsonObject, MailOutbox } from '../db/schema.ts';
import { hurry } from '../jobs/hurry.ts';

/** A letter that is wanted: `kind` is `feature.what-it-is`, and that feature writes it as it is sent. */
export type WantedLetter = {
  kind: string;
  address: string;
  /** One of the interface's languages. */
  locale: MailOutbox['locale'];
  /** What the words need, never a secret: this stands in the database until the letter has gone. */
  detail?: JsonObject;
};

/**
 * Notes, in the transaction at hand, that a letter is to go out; it goes once that has committed, and however often
 * the mail server is away. Answers the letter's number.
 */
export async function wantMail(
  ctx: Pick<Ctx, 'db' | 'afterCommit'>,
  { kind, address, locale, detail }: WantedLetter,
): Promise<string> {
  const { id } = await ctx.db
    .insertInto('mailOutbox')
    .values({ kind, address, locale, detail: JSON.stringify(detail ?? {}) })
    .returning('id')
    .executeTakeFirstOrThrow();
  hurry(ctx, 'send-mail');
  return id;
}
