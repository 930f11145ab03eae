import { createContext } from 'react';
import type { Locale } from '#shared/locales.ts';

/** Stores a picked language in the account of the signed-in person; does nothing for a visitor. */
export const SaveLocale = createContext<(locale: Locale) => void>(() => {});
