import { useLocation } from 'react-router';

/**
 * The token of a letter's link, null without one. It stands in the fragment, which browsers send neither to a server
 * nor to the next page.
 */
export function useLinkToken(): string | null {
  const { hash } = useLocation();
  return new URLSearchParams(hash.replace(/^#/, '')).get('token');
}
