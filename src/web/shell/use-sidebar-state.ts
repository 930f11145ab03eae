import { useState } from 'react';
import { isCollapsed, sidebarCookie } from './sidebar-cookie.ts';

/** Whether the sidebar is open, kept in a cookie for seven days, and how to toggle it. */
export function useSidebarState(): [open: boolean, toggle: () => void] {
  const [open, setOpen] = useState(() => import.meta.env.SSR || !isCollapsed(document.cookie));
  const toggle = () =>
    setOpen((wasOpen) => {
      // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser people use
      document.cookie = sidebarCookie(wasOpen ? 'collapsed' : 'open', location.protocol === 'https:');
      return !wasOpen;
    });
  return [open, toggle];
}
