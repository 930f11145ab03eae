import { createContext, useContext } from 'react';
import { Navigate, useLocation } from 'react-router';

/**
 * How the session of this tab ended: `leftFrom` is the page on which the person signed out, until another page is open;
 * `ended` is true when it expired or was ended on another device.
 */
export const SessionEnd = createContext<{ leftFrom: string | null; ended: boolean }>({
  leftFrom: null,
  ended: false,
});

/**
 * Sends a visitor away from a page for members: to `/` after signing out on it, otherwise to `/auth`, which says so
 * when their session has ended, and back here afterwards.
 */
export function WayOut() {
  const { pathname, search } = useLocation();
  const { leftFrom, ended } = useContext(SessionEnd);
  if (leftFrom === pathname) return <Navigate to="/" replace />;
  return <Navigate to="/auth" replace state={{ from: `${pathname}${search}`, ended }} />;
}
