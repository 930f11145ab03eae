import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import type { Db } from '#server/db/connect.ts';
import { isSignature, signatureOf } from '#server/sign-text.ts';
import { Refusal } from '#shared/refusal.ts';
import { linkExpired, linkInvalid, linkUsed } from '../contract.ts';
import { type LinkPurpose, linkMinutes } from '../rules.ts';
import { lockAccount } from '../sessions/lock-account.ts';

export type AccountLink = {
  id: string;
  purpose: LinkPurpose;
  userId: string | null;
  address: string;
  newcomer: unknown;
};

/**
 * The token of a letter's link: the link's id and our signature of it. Neither the database nor a waiting letter holds
 * the signature, so reading them opens no account.
 */
export function linkToken(secret: string, id: string): string {
  return `${id}.${signatureOf(secret, signedOf(id))}`;
}

/** The link a token names; null for anything that is not signed by us. */
function idIn(secret: string, token: string): string | null {
  const [, id = '', signature = ''] =
    /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/.exec(token) ?? [];
  if (!id) return null;
  return isSignature(secret, signedOf(id), signature) ? id : null;
}

const signedOf = (id: string) => `account link ${id}`;

/**
 * The six digits of a sign-in letter or text message. They are stored nowhere: as with the link's signature, the server
 * computes them again to compare.
 */
export function letterCode(secret: string, id: string): string {
  const hash = createHmac('sha256', secret).update(`sign-in code ${id}`).digest();
  return String(hash.readUIntBE(0, 6) % 1_000_000).padStart(6, '0');
}

/**
 * Stores what a letter's link, or a text message's code, will do. A letter that is sent again keeps its link, whose
 * expiry starts again.
 */
export async function saveLink(
  db: Db,
  link: { id: string; purpose: LinkPurpose; userId: string; address: string },
): Promise<void> {
  await db
    .insertInto('accountLinks')
    .values({ ...link, expiresAt: expiryOf(link.purpose) })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ expiresAt: expiryOf(link.purpose) })
        .where('accountLinks.usedAt', 'is', null),
    )
    .execute();
}

/**
 * The same for a letter that a new password withdraws; false where it was withdrawn while it was being written. A reset
 * locks the account first, so it is over before the outbox is read, or ends this link too.
 */
export async function saveLinkIfWanted(outer: Db, link: Parameters<typeof saveLink>[1]): Promise<boolean> {
  return outer.transaction().execute(async (db) => {
    await lockAccount({ db }, link.userId);
    const wanted = await db
      .selectFrom('mailOutbox')
      .select('id')
      .where('id', '=', link.id)
      .executeTakeFirst();
    if (wanted) await saveLink(db, link);
    return wanted !== undefined;
  });
}

export const expiryOf = (purpose: LinkPurpose) =>
  sql<Date>`clock_timestamp() + make_interval(mins => ${linkMinutes[purpose]})`;

/**
 * The link behind a token, locked until the transaction at hand ends: of two who follow it at once, one does.
 * @throws Refusal when there is none for this purpose, when it was used, or when it is too old.
 */
export async function findLink<Purpose extends LinkPurpose>(
  { db }: Pick<Ctx, 'db'>,
  secret: string,
  token: string,
  purposes: readonly Purpose[],
): Promise<AccountLink & { purpose: Purpose }> {
  const id = idIn(secret, token);
  const link = id
    ? await db
        .selectFrom('accountLinks')
        .select(['id', 'purpose', 'userId', 'address', 'newcomer', 'usedAt'])
        .select(sql<boolean>`expires_at <= clock_timestamp()`.as('over'))
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
    : undefined;
  const purpose = purposes.find((one) => one === link?.purpose);
  if (!link || !purpose) throw new Refusal(linkInvalid);
  if (link.usedAt) throw new Refusal(linkUsed);
  if (link.over) throw new Refusal(linkExpired);
  return { ...link, purpose };
}

/** Locks the account of a token's link, before `findLink` locks the link. */
export async function lockOwner({ db }: Pick<Ctx, 'db'>, secret: string, token: string): Promise<void> {
  const link = db.selectFrom('accountLinks').where('id', '=', idIn(secret, token));
  await lockAccount({ db }, link.select('userId'));
}

/**
 * Crosses off a link that was followed; a new password or address ends whatever else was sent to get at the account.
 */
export async function markLinkUsed(ctx: Ctx, { id, userId, purpose }: AccountLink): Promise<void> {
  const { db, now } = ctx;
  await db
    .updateTable('accountLinks')
    .set({ usedAt: now })
    .where('id', '=', id)
    .where('usedAt', 'is', null)
    .execute();
  if (userId && endsOthers.includes(purpose)) await endLinks(ctx, userId);
}

const endsOthers: readonly LinkPurpose[] = ['reset-password', 'change-email'];

/** Ends every link that gives control of the account (`migrations/0002-accounts.sql`). */
export async function endLinks({ db, now }: Pick<Ctx, 'db' | 'now'>, userId: string): Promise<void> {
  await sql`select end_account_keys(${userId}, ${now})`.execute(db);
}
