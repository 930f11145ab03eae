import { z } from 'zod';
import type { Ctx } from '#server/ctx.ts';
import { brokenConstraint } from '#server/db/error-code.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { localeCodes } from '#shared/locales.ts';
import { Refusal } from '#shared/refusal.ts';
import { addressTaken, linkInvalid } from '../contract.ts';
import { consentByLink } from '../guardian/consent-by-link.ts';
import { mailOwner } from '../letters/mail-owner.ts';
import { publishAccountChanged } from '../publish-account-changed.ts';
import { lockPerson } from '../sessions/lock-person.ts';
import { noteInviter } from '../sign-in/welcome-newcomer.ts';
import { type AccountLink, findLink, markLinkUsed } from './account-links.ts';
import { removeOtherWaysIn } from './remove-other-ways-in.ts';

const newcomer = z.object({
  name: z.string(),
  password: z.string(),
  zone: z.string().optional(),
  locale: z.enum(localeCodes).optional(),
  invitation: z.string().optional(),
});

const followed = ['verify-email', 'change-email', 'sign-up', 'guardian-consent'] as const;
export type Followed = { did: (typeof followed)[number]; email: string };

/**
 * Does what a letter's link was sent for, once: confirms the address, moves the account to it, or makes the account
 * that was asked for, or records a guardian's consent. It starts no session: another person may read the mailbox.
 */
export async function followLink(outer: Ctx, secret: string, token: string): Promise<Followed> {
  try {
    return await inTransaction(outer, async (ctx) => {
      const link = await findLink(ctx, secret, token, followed);
      await markLinkUsed(ctx, link);
      if (link.purpose === 'sign-up') await makeAccount(ctx, link);
      else if (link.purpose === 'change-email') await moveAccount(ctx, link);
      else if (link.purpose === 'guardian-consent') await consent(ctx, link);
      else await verifyEmail(ctx, link);
      return { did: link.purpose, email: link.address };
    });
  } catch (error) {
    // Another person confirmed that address first.
    if (brokenConstraint(error) === 'users_email_key') throw new Refusal(addressTaken);
    throw error;
  }
}

/**
 * The link is followed without a session of the account, which is made only now. So it may be the owner of an address
 * that a stranger signed up with: their password stays, and what they add with it goes when the owner resets it.
 */
async function makeAccount({ db, now }: Ctx, link: AccountLink): Promise<void> {
  const { name, password, zone, locale, invitation } = newcomer.parse(link.newcomer);
  const { id: userId } = await db
    .insertInto('users')
    .values({
      name,
      email: link.address,
      emailVerified: true,
      verifiedElsewhere: true,
      ...(zone && { zone }),
      ...(locale && { locale }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('signInMethods')
    .values({ userId, providerId: 'credential', accountId: userId, password })
    .execute();
  if (invitation) await noteInviter(db, userId, invitation, now);
  await db.updateTable('accountLinks').set({ newcomer: '{}' }).where('id', '=', link.id).execute();
}

/**
 * Followed while signed in to the account, the link proves the address and changes nothing else. Followed elsewhere, it
 * may be the owner of an address that a stranger signed up with: the second factor, passkeys, telephone and identities
 * are removed. What the stranger adds after that with their password goes when the owner resets it.
 */
async function verifyEmail(ctx: Ctx, { userId, address }: AccountLink): Promise<void> {
  const { db, now } = ctx;
  const user = userId ? await lockPerson(ctx, userId, 'new-rows') : undefined;
  if (user?.email !== address) throw new Refusal(linkInvalid);
  const isInside = isInsideOf(ctx, user.id);
  if (!isInside) {
    await removeOtherWaysIn(ctx, user.id);
    if (user.twoFactorEnabled) await mailOwner(ctx, user.id, 'second-factor-off');
  }
  await db
    .updateTable('users')
    .set({ emailVerified: true, verifiedElsewhere: !isInside, updatedAt: now })
    .where('id', '=', user.id)
    .execute();
  await publishAccountChanged(ctx, user.id);
}

async function consent(ctx: Ctx, { userId, address }: AccountLink): Promise<void> {
  if (!(await consentByLink(ctx, userId ?? '', address))) throw new Refusal(linkInvalid);
}

/**
 * Followed while signed in to the account, the link moves it and nothing else. Followed elsewhere, it may be the owner
 * of an address to which a stranger moved an account of their own: what they add goes when the owner resets it.
 */
async function moveAccount(ctx: Ctx, { userId, address }: AccountLink): Promise<void> {
  const before = userId ? await lockPerson(ctx, userId, 'new-rows') : undefined;
  if (!before || before.bannedAt) throw new Refusal(linkInvalid);
  await ctx.db
    .updateTable('users')
    .set({
      email: address,
      emailVerified: true,
      verifiedElsewhere: !isInsideOf(ctx, before.id),
      updatedAt: ctx.now,
    })
    .where('id', '=', before.id)
    .execute();
  await mailOwner(ctx, before.id, 'email-changed', before.email);
  await publishAccountChanged(ctx, before.id);
}

/** Whether the link was followed in a browser that is signed in to the account. */
function isInsideOf({ actor }: Ctx, userId: string): boolean {
  return actor.kind === 'member' && actor.userId === userId;
}
