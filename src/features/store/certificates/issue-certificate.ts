import { randomInt } from 'node:crypto';
import type { Ctx } from '#server/ctx.ts';
import { memberOf } from '#shared/actor.ts';
import type { LanguageCode } from '#shared/languages.ts';
import { Refusal } from '#shared/refusal.ts';
import { type certificateLevels, storeRefusals } from '../contract.ts';
import type { OpenOrder } from '../orders/settle-order.ts';
import { canBeWritten } from '../rules.ts';

/** What an organiser vouches for. */
export type Vouched = {
  language: LanguageCode;
  level: (typeof certificateLevels)[number];
  /** As it shall stand on the paper. */
  shownName: string;
};

/** Without 0, 1, I and O, which are taken for each other when a code is read aloud. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const codeLength = 12;

/**
 * Writes the certificate of an order under a code that nobody guesses (60 random bits), in the transaction that
 * settles the order. Answers the code.
 * @throws Refusal unwritableName when the paper has no letters for the name
 */
export async function issueCertificate(
  { db, actor, now }: Ctx,
  order: OpenOrder,
  { language, level, shownName }: Vouched,
): Promise<string> {
  if (!canBeWritten(shownName)) throw new Refusal(storeRefusals.unwritableName);
  const code = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('');
  await db
    .insertInto('certificates')
    .values({
      code,
      orderId: order.id,
      userId: order.userId,
      shownName,
      language,
      level,
      issuedBy: memberOf(actor).userId,
      issuedAt: now,
    })
    .execute();
  return code;
}
