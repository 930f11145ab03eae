import type { Db } from '#server/db/connect.ts';
import type { WaitingSms, WriteSms } from '#server/sms/send-sms.ts';
import type { Locale } from '#shared/locales.ts';
import { letterTexts } from '../letters/letter-texts.ts';
import { letterCode, saveLink } from '../links/account-links.ts';

/**
 * Writes the messages with codes when they are sent, and stores what their codes will do. A telephone of no account,
 * or of one that is banned, gets none.
 */
export function smsWriter({ appUrl, secret }: { appUrl: string; secret: string }): WriteSms {
  return async (db, message) => {
    const { id, kind, number } = message;
    const purpose = kind === 'accounts.add-phone' ? 'add-phone' : 'sign-in-phone';
    const owner = await findOwner(db, message, purpose);
    if (!owner || (await isUsed(db, id))) return null;
    await saveLink(db, { id, purpose, userId: owner.id, address: number });
    return composeCode(owner.locale, letterCode(secret, id), appUrl);
  };
}

/** The last line lets telephones offer the code to this site's page, and to no other. */
export function composeCode(locale: Locale, code: string, appUrl: string): string {
  const words = letterTexts[locale].sms.replace('{{code}}', code);
  return `${words}\n\n@${new URL(appUrl).hostname} #${code}`;
}

async function findOwner(db: Db, { number, detail }: WaitingSms, purpose: 'add-phone' | 'sign-in-phone') {
  const owners = db
    .selectFrom('users')
    .select(['users.id', 'users.locale'])
    .where('users.bannedAt', 'is', null);
  if (purpose === 'add-phone') return owners.where('users.id', '=', String(detail.userId)).executeTakeFirst();
  return owners
    .innerJoin('phones', 'phones.userId', 'users.id')
    .where('phones.number', '=', number)
    .executeTakeFirst();
}

/**
 * Whether the code of a message was used. A message is retried when the service did not answer; the first attempt may
 * have arrived all the same, and then nothing is sent.
 */
async function isUsed(db: Db, id: string): Promise<boolean> {
  const used = await db
    .selectFrom('accountLinks')
    .select('id')
    .where('id', '=', id)
    .where('usedAt', 'is not', null)
    .executeTakeFirst();
  return used !== undefined;
}
