import type { Db } from '#server/db/connect.ts';
import type { WaitingLetter, WriteLetter } from '#server/mail/send-mail.ts';
import type { Locale } from '#shared/locales.ts';
import { ownPath } from '#shared/own-path.ts';
import { datesIn } from '#shared/time/dates.ts';
import { zoneCity } from '#shared/time/zone-city.ts';
import { isKid } from '../guardian/is-kid.ts';
import { withdrawalPath } from '../guardian/withdrawal-link.ts';
import { letterCode, linkToken, saveLink, saveLinkIfWanted } from '../links/account-links.ts';
import { shownFirstName } from '../rules.ts';
import { composeLetter } from './compose-letter.ts';
import { type LetterName, letterTexts } from './letter-texts.ts';
import { type OwnerNews, ownerNews } from './mail-owner.ts';

type Settings = { appUrl: string; secret: string };

/**
 * Writes the letters of accounts when they are sent, from the account's state at that time, and stores their links.
 * A request that must not reveal whether an account exists therefore never looks it up.
 */
export function letterWriter(settings: Settings): WriteLetter {
  const link = (page: string, { id, detail }: WaitingLetter) => {
    const from = ownPath(detail.from);
    const parts = new URLSearchParams({ token: linkToken(settings.secret, id), ...(from && { from }) });
    return `${settings.appUrl}/auth/${page}#${parts}`;
  };
  const signInPage = `${settings.appUrl}/auth`;

  return async (db, letter) => {
    const kind = letter.kind.slice('accounts.'.length);
    const { id, address } = letter;
    switch (kind) {
      case 'reset-password': {
        const owner = await findOwner(db, 'email', address);
        if (!owner || owner.banned) return null;
        await saveLink(db, { id, purpose: kind, userId: owner.id, address });
        return write(letter, kind, link('reset', letter), owner);
      }
      case 'sign-in': {
        const owner = await findOwner(db, 'email', address);
        if (!owner || owner.banned) return null;
        // Another person may have signed up with this address and know the password: its owner confirms it first.
        const purpose = owner.emailVerified ? kind : 'verify-email';
        await saveLink(db, { id, purpose, userId: owner.id, address });
        if (!owner.emailVerified) return write(letter, 'verify-email', link('verify', letter), owner);
        const code = letterCode(settings.secret, id);
        return composeLetter({
          locale: owner.locale,
          name: kind,
          link: link('enter', letter),
          to: owner.name,
          fields: { code: `${code.slice(0, 3)} ${code.slice(3)}` },
        });
      }
      case 'verify-email': {
        const owner = await findOwner(db, 'id', letter.detail.userId);
        if (!owner || owner.emailVerified || owner.email !== address) return null;
        await saveLink(db, { id, purpose: kind, userId: owner.id, address });
        return write(letter, kind, link('verify', letter), owner);
      }
      case 'change-email': {
        const taken = await findOwner(db, 'email', address);
        const owner = await findOwner(db, 'id', letter.detail.userId);
        if (taken)
          return taken.id === owner?.id ? null : write(letter, 'change-email-taken', signInPage, taken);
        if (!owner || owner.banned) return null;
        if (!(await saveLinkIfWanted(db, { id, purpose: kind, userId: owner.id, address }))) return null;
        return write(letter, kind, link('verify', letter), owner);
      }
      case 'guardian-consent': {
        const kid = await findOwner(db, 'id', letter.detail.userId);
        if (!kid || kid.banned || !(await isAsked(db, kid.id, address))) return null;
        await saveLink(db, { id, purpose: kind, userId: kid.id, address });
        return composeLetter({
          locale: kid.locale,
          name: kind,
          link: link('guardian', letter),
          fields: { kid: shownFirstName(kid.name) },
          foot: [
            {
              words: letterTexts[kid.locale].withdraw,
              link: settings.appUrl + withdrawalPath(settings.secret, kid.id, address),
            },
          ],
        });
      }
      case 'account-deleted':
      case 'kid-account-deleted':
        return composeLetter({ locale: letter.locale, name: kind, link: settings.appUrl });
      case 'sign-up': {
        const taken = await findOwner(db, 'email', address);
        if (!taken) return write(letter, kind, link('verify', letter));
        const waiting = await db
          .deleteFrom('accountLinks')
          .where('id', '=', id)
          .where('usedAt', 'is', null)
          .returning('id')
          .executeTakeFirst();
        // The letter is sent again after its own link has made the account.
        if (!waiting || taken.banned) return null;
        return write(letter, 'sign-up-taken', signInPage, taken);
      }
      case 'new-device': {
        const owner = await findOwner(db, 'id', letter.detail.userId);
        if (!owner) return null;
        const { locale, zone } = owner;
        const { at, device } = letter.detail;
        return composeLetter({
          locale,
          name: kind,
          link: settings.appUrl,
          to: owner.name,
          fields: {
            moment: datesIn(locale, zone).moment(String(at)),
            city: zoneCity(zone, locale),
            device: String(device || letterTexts[locale].device),
          },
        });
      }
      default: {
        if (!ownerNews.includes(kind as OwnerNews)) throw new Error(`accounts write no ${kind}`);
        const owner = await findOwner(db, 'id', letter.detail.userId);
        return owner ? write(letter, kind as OwnerNews, settings.appUrl, owner) : null;
      }
    }
  };
}

/** In the owner's language, or without an account in that of the page that asked for it. */
function write(letter: WaitingLetter, name: LetterName, link: string, owner?: Owner) {
  return composeLetter({
    locale: owner?.locale ?? letter.locale,
    name,
    link,
    ...(owner && isProved(owner, letter) && { to: owner.name }),
  });
}

/**
 * Whether the letter goes to the owner for certain. Any visitor can sign up with another person's address, and what
 * they typed as their name is not sent there: it may be an advertisement with an address.
 */
function isProved(owner: Owner, letter: WaitingLetter): boolean {
  return owner.emailVerified && owner.email === letter.address;
}

/** Whether this guardian's consent is still waited for. */
async function isAsked(db: Db, userId: string, address: string): Promise<boolean> {
  const waiting = await db
    .selectFrom('guardianConsents')
    .select('userId')
    .where('userId', '=', userId)
    .where('address', '=', address)
    .where('givenAt', 'is', null)
    .where('revokedAt', 'is', null)
    .where(isKid)
    .executeTakeFirst();
  return waiting !== undefined;
}

type Owner = {
  id: string;
  name: string;
  email: string;
  emailVerified: boolean;
  banned: boolean;
  locale: Locale;
  zone: string;
};

async function findOwner(db: Db, by: 'id' | 'email', value: unknown): Promise<Owner | undefined> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'emailVerified', 'bannedAt', 'locale', 'zone'])
    .where(by, '=', String(value))
    .executeTakeFirst();
  return row && { ...row, banned: row.bannedAt !== null };
}
