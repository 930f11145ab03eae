const kinds = {
  expired: ['otp_expired', 'token_expired', 'link_expired', 'flow_state_expired'],
  denied: ['access_denied', 'consent_required', 'interaction_required', 'user_cancelled_authorize'],
  over: ['state_mismatch', 'state_not_found', 'state_invalid'],
  provider: [
    'provider_away',
    'invalid_code',
    'unable_to_get_user_info',
    'oauth_provider_not_found',
    'issuer_mismatch',
    'temporarily_unavailable',
    'server_error',
  ],
  notJoined: ['account_not_linked'],
  unproved: ['email_not_verified', 'email_not_found'],
  taken: ['account_already_linked_to_different_user'],
  linkEnded: ['link_session_ended'],
  banned: ['banned'],
  tooMany: ['http_too_many'],
  busy: ['http_busy'],
} as const;
type Kind = keyof typeof kinds;

/** What went wrong; texts are `callback.KIND`. */
export type CallbackError = { kind: Kind | 'other'; code: string | null };

const kindOf = new Map<string, Kind>(
  Object.entries(kinds).flatMap(([kind, codes]) => codes.map((code) => [code, kind as Kind] as const)),
);

/**
 * What an address says went wrong (`error`, `error_code`, `error_description`, in its query or behind its `#`); null
 * when it says nothing. The description is not shown: an attacker can write any words into a link.
 */
export function callbackErrorIn(search: string, hash: string): CallbackError | null {
  const [inQuery, behind] = [new URLSearchParams(search), new URLSearchParams(hash.replace(/^#/, ''))];
  const read = (name: string) => inQuery.get(name) ?? behind.get(name);
  const [error, code] = [read('error'), read('error_code')];
  if (error === null && code === null && read('error_description') === null) return null;
  const kind = kindOf.get((code ?? '').toLowerCase()) ?? kindOf.get((error ?? '').toLowerCase()) ?? 'other';
  const shown = code ?? error;
  return { kind, code: shown && /^\w{1,40}$/.test(shown) ? shown : null };
}
