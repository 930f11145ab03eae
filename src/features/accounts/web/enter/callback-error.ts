export type CallbackError = { kind: 'expired' | 'denied' | 'other'; code: string | null };

const kinds: Record<string, 'expired' | 'denied'> = {
  otp_expired: 'expired',
  token_expired: 'expired',
  link_expired: 'expired',
  flow_state_expired: 'expired',
  access_denied: 'denied',
};

/**
 * What an address says went wrong (`error`, `error_code`, `error_description`, in its query or behind its `#`); null
 * when it says nothing. The description is not shown: an attacker can write any words into a link.
 */
export function callbackErrorIn(search: string, hash: string): CallbackError | null {
  const [inQuery, behind] = [new URLSearchParams(search), new URLSearchParams(hash.replace(/^#/, ''))];
  const read = (name: string) => inQuery.get(name) ?? behind.get(name);
  const [error, code] = [read('error'), read('error_code')];
  if (error === null && code === null && read('error_description') === null) return null;
  const kind = kinds[(code ?? '').toLowerCase()] ?? kinds[(error ?? '').toLowerCase()] ?? 'other';
  const shown = code ?? error;
  return { kind, code: shown && /^\w{1,40}$/.test(shown) ? shown : null };
}
