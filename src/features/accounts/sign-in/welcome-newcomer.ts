import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import type { Log } from '#server/log.ts';
import { wantMail } from '#server/mail/want-mail.ts';
import { Refusal } from '#shared/refusal.ts';
import { limitMessages } from '../links/limit-messages.ts';
import { accountLimits } from '../rules.ts';
import { accountKey } from './limit-account.ts';
import type { NewcomerTraits } from './newcomer-traits.ts';

/** A newcomer: what their browser sent, and the network that they sign up from. */
export type Newcomer = NewcomerTraits & { network: string };

/**
 * Runs in the transaction of a sign-up: stores the zone and language that the browser sent and who invited the
 * person, and wants the letter that confirms the address. The address may be another person's, who gets so many letters
 * a day, however often an account is made with it and deleted. Beyond them the account is made without the letter,
 * which its owner can ask for later, so that strangers keep no newcomer from signing up.
 */
export async function welcomeNewcomer(
  { db, log }: { db: Db; log: Log },
  userId: string,
  { zone, locale, invitation, network }: Newcomer,
): Promise<void> {
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if (zone || locale) {
    await db
      .updateTable('users')
      .set({ ...(zone && { zone }), ...(locale && { locale }) })
      .where('id', '=', userId)
      .execute();
  }
  const now = new Date();
  if (invitation) await noteInviter(db, userId, invitation, now);
  const often = { key: accountKey('sign-up', email), limit: accountLimits.signUp };
  const asked = { kind: 'letters', to: email, often, from: { network, device: null } } as const;
  if (!(await mayBeSent({ db, now, log }, asked))) return;
  // The route that opened the transaction has the letter sent once it has committed.
  const ctx = { db, now, afterCommit: () => {} };
  await wantMail(ctx, {
    kind: 'accounts.verify-email',
    address: email,
    locale: locale ?? 'es',
    detail: { userId },
  });
}

async function mayBeSent(...asked: Parameters<typeof limitMessages>): Promise<boolean> {
  try {
    await limitMessages(...asked);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/**
 * Notes by whose link a new account was made, and takes a place of a link that has a limit. A code that does not invite
 * notes no inviter and is no error; an inviter who is noted stays.
 */
export async function noteInviter(db: Db, userId: string, invitation: string, now: Date): Promise<void> {
  await sql`select note_inviter(${userId}, ${invitation}, ${now})`.execute(db);
}
