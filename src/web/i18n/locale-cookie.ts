/**
 * Tells the server which language was picked in this browser, for the pages that it prerenders. Over TLS the cookie's
 * name makes browsers refuse it over anything else. It is sent as its source with the landing page too, so it uses
 * nothing from outside.
 */
export function setLocaleCookie(): void {
  try {
    const locale = localStorage.getItem('sumi.locale');
    const overTls = location.protocol === 'https:';
    if (!locale) return;
    const pair = `${overTls ? '__Secure-' : ''}sumi.locale=${locale}`;
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser people use
    document.cookie = `${pair}; path=/; max-age=31536000; samesite=lax${overTls ? '; secure' : ''}`;
  } catch {
    // A browser that keeps nothing has no choice to tell of.
  }
}
