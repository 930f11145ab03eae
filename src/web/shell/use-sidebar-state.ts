import { useState } from 'react';

const cookie = 'sumi.sidebar';
const week = 7 * 24 * 60 * 60;

/** Whether the sidebar is open, kept in a cookie for seven days, and how to toggle it. */
export function useSidebarState(): [open: boolean, toggle: () => void] {
  const [open, setOpen] = useState(() => !document.cookie.includes(`${cookie}=collapsed`));
  const toggle = () =>
    setOpen((wasOpen) => {
      // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser people use
      document.cookie = `${cookie}=${wasOpen ? 'collapsed' : 'open'}; path=/; max-age=${week}; samesite=lax`;
      return !wasOpen;
    });
  return [open, toggle];
}
