import { createContext, useContext } from 'react';
import { Navigate, useLocation } from 'react-router';

/** The page on which the person signed out, until they are away from it. */
export const LeftFrom = createContext<string | null>(null);

/**
 * Away from a page that needs an account: to `/` for who has just signed out on it, to `/auth` for who never was
 * in or whose session ended by itself, and back here afterwards.
 */
export function WayOut() {
  const { pathname, search } = useLocation();
  const leftFrom = useContext(LeftFrom);
  if (leftFrom === pathname) return <Navigate to="/" replace />;
  return <Navigate to="/auth" replace state={{ from: `${pathname}${search}` }} />;
}
