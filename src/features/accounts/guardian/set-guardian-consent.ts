import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { publishAccountChanged } from '../publish-account-changed.ts';
import { endGuardianLinks } from './end-guardian-links.ts';

/**
 * Records that the guardian of a kid consented, or that the consent was refused or revoked. A database trigger has
 * every process read the kid's rights again. Answers whether that changed anything; false also for a person who needs
 * no consent.
 */
export async function setGuardianConsent(ctx: Ctx, userId: string, given: boolean): Promise<boolean> {
  const changed = given ? await record(ctx, userId) : await revoke(ctx, userId);
  if (changed) await publishAccountChanged(ctx, userId);
  return changed;
}

/**
 * After a revocation the consent may be another guardian's. So the address goes, and with it what the letters to it
 * could still do.
 */
async function record({ db, now }: Ctx, userId: string): Promise<boolean> {
  const recorded = await db
    .updateTable('guardianConsents')
    .set({
      givenAt: now,
      revokedAt: null,
      address: sql<string | null>`case when revoked_at is null then address end`,
      askedAt: sql<Date | null>`case when revoked_at is null then asked_at end`,
    })
    .where('userId', '=', userId)
    .where((of) => of.or([of('givenAt', 'is', null), of('revokedAt', 'is not', null)]))
    .returning('userId')
    .executeTakeFirst();
  return recorded !== undefined;
}

/**
 * Also where no consent was given yet: the guardian refused it. A kid whom an administrator marked has no row until
 * then. The address is no longer proved, and its links end.
 */
async function revoke(ctx: Ctx, userId: string): Promise<boolean> {
  const { rows } = await sql<{ userId: string }>`
    insert into guardian_consents (user_id, revoked_at)
      select user_id, ${ctx.now} from profiles where user_id = ${userId} and age_group = 'kid'
    on conflict (user_id) do update set revoked_at = excluded.revoked_at, address_proved = false
      where guardian_consents.revoked_at is null
    returning user_id`.execute(ctx.db);
  if (rows.length > 0) await endGuardianLinks(ctx, userId);
  return rows.length > 0;
}
