import { ownPath } from '#shared/own-path.ts';
import { deviceZone } from '#web/i18n/device-zone.ts';
import { i18n } from '#web/i18n/i18n.ts';
import { storedText } from '#web/stored-text.ts';
import { askAuth } from '../ask-auth.ts';
import { keptInvitation } from './invitation.ts';

const wanted = storedText(() => sessionStorage, 'sumi.wantedPage');

/**
 * Leaves for a provider to sign in or up there, and remembers in this tab the page that the person wanted.
 * @throws CallError, `PROVIDER_AWAY` above all.
 */
export async function enterByProvider(provider: string, from: string | undefined): Promise<void> {
  if (from) wanted.keep(from);
  else wanted.forget();
  const traits = { zone: deviceZone(), locale: i18n.language, ...keptInvitation() };
  return leaveFor(await askAuth('POST /sign-in/social', { provider, ...traits }));
}

/** Leaves for a provider to connect an account there with one's own. @throws CallError */
export async function linkProvider(provider: string, password: string | undefined): Promise<void> {
  return leaveFor(await askAuth('POST /link-social', { provider, password }));
}

/** Ends only where the browser goes back and shows this page as it was left, whose buttons then work again. */
function leaveFor(answer: unknown): Promise<void> {
  window.location.assign((answer as { url: string }).url);
  return new Promise((resolve) => {
    window.addEventListener('pageshow', ({ persisted }) => persisted && resolve());
  });
}

/** The page that the person wanted before they left, once. */
export function takeWantedPage(): string | null {
  const page = wanted.read();
  wanted.forget();
  return ownPath(page);
}
