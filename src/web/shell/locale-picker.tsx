import { IconLanguage } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { isLocale } from '#shared/locales.ts';
import { offeredLocales } from '../i18n/catalogues.ts';
import { chooseLocale } from '../i18n/i18n.ts';
import { toastFailure } from '../ui/toast.ts';
import classes from './locale-picker.module.css';

/** Picks the language of the interface. The browser's own list: it works everywhere and weighs nothing. */
export function LocalePicker() {
  const { t, i18n } = useTranslation('shell');
  return (
    <label className={classes.picker}>
      <IconLanguage className={classes.icon} aria-hidden />
      <span className="visually-hidden">{t('language')}</span>
      <select
        className={classes.select}
        value={i18n.resolvedLanguage}
        onChange={({ target }) => isLocale(target.value) && chooseLocale(target.value).catch(toastFailure)}
      >
        {offeredLocales.map(({ code, name }) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
