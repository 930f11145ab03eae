import { useLocation } from 'react-router';

/**
 * The token of a letter's link. It stands behind the `#`, which browsers keep to themselves: neither a server's log nor
 * the next page ever sees it. Null when there is none.
 */
export function useLinkToken(): string | null {
  const { hash } = useLocation();
  return new URLSearchParams(hash.replace(/^#/, '')).get('token');
}
