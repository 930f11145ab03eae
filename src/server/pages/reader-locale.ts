import type { Context } from 'hono';
import { deviceLocale, isLocale, type Locale } from '#shared/locales.ts';

/** The first language of a browser that there is. */
export function localeOfDevice(c: Context): Locale {
  const languages = (c.req.header('accept-language') ?? '').split(',').map((one) => one.trim());
  return deviceLocale(languages);
}

/** The language that was picked in a browser (`web/i18n/locale-cookie.ts`), otherwise its first one. */
export function localeOfReader(c: Context): Locale {
  const picked = /(?:^|;\s*)(?:__Secure-)?sumi\.locale=(\w+)/.exec(c.req.header('cookie') ?? '')?.[1];
  return isLocale(picked) ? picked : localeOfDevice(c);
}
