import type { Ctx } from '#server/ctx.ts';
import { Refusal, type RefusalKind } from '#shared/refusal.ts';

const columns = [
  'id',
  'name',
  'email',
  'emailVerified',
  'verifiedElsewhere',
  'twoFactorEnabled',
  'image',
  'role',
  'bannedAt',
  'nameHiddenAt',
  'deletedAt',
] as const;

/**
 * Locks a person until the transaction ends, so that acts on them happen one after the other, and answers them as they
 * are then, deleted ones too; undefined where there is no such person. `new-rows` also waits for sessions, notices and
 * whatever else is being inserted that refers to the person, for callers that delete or end those.
 *
 * Every transaction locks in one order, so that none deadlock: the class, the person, the profile, the payment, the
 * subscription. `lockProfiles` names the acts that lock a profile before its classes.
 */
export async function lockPerson(
  { db }: Pick<Ctx, 'db'>,
  userId: string,
  against: 'acts' | 'new-rows' = 'acts',
) {
  const person = db.selectFrom('users').select(columns).where('id', '=', userId);
  return (against === 'acts' ? person.forNoKeyUpdate() : person.forUpdate()).executeTakeFirst();
}

/**
 * The same for an act that needs the account. The lock may have waited for its deletion, which has removed what is
 * stored about the person by then.
 * @throws Refusal the one that is given, where there is no such person or the account is deleted
 */
export async function lockExistingPerson(ctx: Pick<Ctx, 'db'>, userId: string, refusal: RefusalKind) {
  const person = await lockPerson(ctx, userId);
  if (!person || person.deletedAt) throw new Refusal(refusal);
  return person;
}
