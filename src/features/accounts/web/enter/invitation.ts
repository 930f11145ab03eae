import { storedText } from '#web/stored-text.ts';

const kept = storedText(() => sessionStorage, 'sumi.invitation');

/** Keeps the code of the link that invited this visitor, whichever page it opens, until they close the tab. */
export function saveInvitation(search: URLSearchParams): void {
  const code = search.get('invitation');
  if (code && code.length <= 40) kept.keep(code);
}

/** What a sign-up sends of it. */
export function keptInvitation(): { invitation?: string } {
  const invitation = kept.read();
  return invitation === null ? {} : { invitation };
}
