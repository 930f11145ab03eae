const key = 'sumi.invitation';

/** Keeps the code of the link that invited this visitor, until they sign up or close the tab. */
export function keepInvitation(search: URLSearchParams): void {
  const code = search.get('invitation');
  if (code && code.length <= 40) sessionStorage.setItem(key, code);
}

/** What a sign-up sends of it. */
export function keptInvitation(): { invitation?: string } {
  const invitation = sessionStorage.getItem(key);
  return invitation === null ? {} : { invitation };
}
