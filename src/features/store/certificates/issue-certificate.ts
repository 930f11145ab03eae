import { randomInt } from 'node:crypto';
import { readOwnName } from '#features/accounts/read-own-name.ts';
import type { Ctx } from '#server/ctx.ts';
import type { LanguageCode } from '#shared/languages.ts';
import type { Level } from '#shared/levels.ts';
import { Refusal } from '#shared/refusal.ts';
import { storeRefusals } from '../contract.ts';
import type { OpenOrder } from '../orders/settle-order.ts';
import { canBeWritten } from '../rules.ts';

/** The level that an administrator or teacher certifies. */
export type Vouched = {
  language: LanguageCode;
  level: Level;
  /** The name as printed on the certificate. */
  shownName: string;
};

/** Without 0, 1, I and O, which people confuse when they type a code. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const codeLength = 12;

/**
 * Writes the certificate of an order under a code of 60 random bits, which cannot be guessed, in the transaction that
 * settles the order. Answers the code.
 * @throws Refusal unwritableName, unwritableIssuer when the paper has no letters for the name of the student or of the
 * person who vouches
 */
export async function issueCertificate(
  ctx: Ctx,
  order: OpenOrder,
  { language, level, shownName }: Vouched,
): Promise<string> {
  if (!canBeWritten(shownName)) throw new Refusal(storeRefusals.unwritableName);
  const issuer = await readOwnName(ctx);
  if (!canBeWritten(issuer.name)) throw new Refusal(storeRefusals.unwritableIssuer);
  const code = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('');
  await ctx.db
    .insertInto('certificates')
    .values({
      code,
      orderId: order.id,
      userId: order.userId,
      shownName,
      language,
      level,
      issuedBy: issuer.id,
      issuedAt: ctx.now,
    })
    .execute();
  return code;
}
