import bowser from 'bowser';
import type { Ctx } from '#server/ctx.ts';
import { wantMail } from '#server/mail/want-mail.ts';
import type { Locale } from '#shared/locales.ts';
import { Refusal } from '#shared/refusal.ts';
import { newDeviceLetters } from '../rules.ts';
import { limitAccount } from '../sign-in/limit-account.ts';

/**
 * Wants a letter to the owner, in the transaction of the sign-in: a device has signed in that had not before, perhaps
 * of another person.
 */
export async function mailNewDevice(
  ctx: Ctx,
  owner: { userId: string; email: string; locale: Locale },
  userAgent: string | undefined,
): Promise<void> {
  const { userId, email: address, locale } = owner;
  const detail = { userId, at: ctx.now.toISOString(), device: deviceInWords(userAgent) };
  try {
    await limitAccount(ctx, 'new-device', userId, newDeviceLetters);
  } catch (error) {
    // Beyond the limit the owner has had their letters.
    if (error instanceof Refusal) return;
    throw error;
  }
  await wantMail(ctx, { kind: 'accounts.new-device', address, locale, detail });
}

const knownBrowsers = new Set(Object.values(bowser.BROWSER_MAP));
const knownSystems = new Set(Object.values(bowser.OS_MAP));

/**
 * `Chrome (Android)`, the same in every language; empty for what names no browser, as apps do not. Only names that the
 * library knows: of other user agents it takes whatever stands before a slash, and who signs in chooses that.
 */
export function deviceInWords(userAgent: string | undefined): string {
  if (!userAgent) return '';
  const { browser, os } = bowser.parse(userAgent.slice(0, 512));
  return knownBrowsers.has(browser.name ?? '') && knownSystems.has(os.name ?? '')
    ? `${browser.name} (${os.name})`
    : '';
}
