const name = 'sumi.sidebar';
const week = 7 * 24 * 60 * 60;

/** The cookie that keeps the sidebar's state. Over TLS its name makes browsers refuse it over anything else. */
export function sidebarCookie(state: 'collapsed' | 'open', overTls: boolean): string {
  const pair = `${overTls ? '__Secure-' : ''}${name}=${state}`;
  return `${pair}; path=/; max-age=${week}; samesite=lax${overTls ? '; secure' : ''}`;
}

export function isCollapsed(cookies: string): boolean {
  return cookies.includes(`${name}=collapsed`);
}
