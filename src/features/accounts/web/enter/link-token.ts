import { useLocation } from 'react-router';
import { ownPath } from '#shared/own-path.ts';

/**
 * The token of a letter's link, null without one. It stands in the fragment, which browsers send neither to a server
 * nor to the next page.
 */
export function useLinkToken(): string | null {
  return useFragment().get('token');
}

/** The page that the reader of a letter wanted when they asked for it, in this browser or another one. */
export function useLinkFrom(): string | undefined {
  return ownPath(useFragment().get('from')) ?? undefined;
}

function useFragment(): URLSearchParams {
  const { hash } = useLocation();
  return new URLSearchParams(hash.replace(/^#/, ''));
}
