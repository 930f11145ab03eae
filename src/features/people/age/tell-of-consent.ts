import { guardianConsentedWork } from '#features/accounts/guardian/guardian-consented-work.ts';
import { notify } from '#features/notifications/notify.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { Handler } from '#server/jobs/due-work.ts';

/**
 * Tells a kid in the bell that their guardian followed the letter, once a consent: the page that they wait at may be
 * closed by then. Not of one that was revoked meanwhile, and not a person who is no longer a kid.
 */
export const tellOfConsent: Handler = {
  work: guardianConsentedWork,
  run: async (outer, userId) =>
    inTransaction(outer, async (ctx) => {
      const consent = await ctx.db
        .selectFrom('guardianConsents')
        .innerJoin('profiles', 'profiles.userId', 'guardianConsents.userId')
        .select('givenAt')
        .where('guardianConsents.userId', '=', userId)
        .where('ageGroup', '=', 'kid')
        .where('givenAt', 'is not', null)
        .where('revokedAt', 'is', null)
        .executeTakeFirst();
      if (!consent) return undefined;
      await notify(ctx, {
        to: [userId],
        kind: 'people.consent-given',
        link: '/classes',
        once: `consent-given:${consent.givenAt?.toISOString()}`,
      });
      return undefined;
    }),
};
