import { useTranslation } from 'react-i18next';

/** The locale that figures are written in: Spanish as in Mexico, where thousands have a comma. */
export function useNumberLocale(): string {
  const { i18n } = useTranslation();
  return i18n.language === 'es' ? 'es-MX' : i18n.language;
}
