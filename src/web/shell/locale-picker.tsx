import { IconLanguage } from '@tabler/icons-react';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { isLocale, locales } from '#shared/locales.ts';
import { chooseLocale } from '../i18n/i18n.ts';
import { SaveLocale } from '../i18n/save-locale.ts';
import { toastFailure } from '../ui/toasts/toast.ts';
import classes from './locale-picker.module.css';

/**
 * Picks the language of the interface, of this browser and of the signed-in person. The browser's own list: it works
 * everywhere and weighs nothing. `asRow` is a line of a menu, with the language's name on a phone too.
 */
export function LocalePicker({ asRow = false }: { asRow?: boolean }) {
  const { t, i18n } = useTranslation('shell');
  const saveLocale = useContext(SaveLocale);
  const pick = (locale: string) => {
    if (!isLocale(locale)) return;
    chooseLocale(locale).catch((error) => toastFailure(error, t('languageFailed')));
    saveLocale(locale);
  };
  return (
    <label className={classes.picker} data-row={asRow || undefined}>
      <IconLanguage className={classes.icon} aria-hidden />
      <span className="visually-hidden">{t('language')}</span>
      <select
        className={classes.select}
        value={i18n.resolvedLanguage}
        onChange={({ target }) => pick(target.value)}
      >
        {locales.map(({ code, name }) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
