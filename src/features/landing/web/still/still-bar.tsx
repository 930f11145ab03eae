import { ActionIcon, Button, Group } from '@mantine/core';
import { IconLanguage, IconMenu2, IconMoon, IconSun, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { locales } from '#shared/locales.ts';
import picker from '#web/shell/locale-picker.module.css';
import shell from '#web/shell/shell.module.css';
import { Logo } from '#web/ui/brand/logo.tsx';
import classes from './still-bar.module.css';

/** The sections that the bar leads to. A member who follows one stays on the page. */
export const anchors = [
  { to: '#inicio', text: 'menu.home' },
  { to: '#desafio', text: 'menu.challenge' },
  { to: '#clubes', text: 'menu.clubs' },
] as const;

/** The bar over the landing page, which `turnOn` makes act: it looks as the bar of the other public pages. */
export function StillBar() {
  const { t } = useTranslation('shell');
  return (
    <header className={shell.bar}>
      <a href="#main" className="skip-link">
        {t('skip')}
      </a>
      <Group className={shell.barInner} wrap="nowrap" gap="xs">
        <a href="#inicio" aria-label={`Sumi: ${t('menu.home')}`} className={shell.home}>
          <Logo />
        </a>
        <nav aria-label={t('menu.main')} className={shell.barLinks}>
          <Anchors />
        </nav>
        <Group gap="xs" ml="auto" wrap="nowrap">
          <LanguageList />
          <span className={shell.roomy}>
            <Schemes />
          </span>
          <span className={`${classes.visitors} ${classes.buttons}`}>
            <Button component="a" href="/auth" variant="subtle" size="sm" px="xs">
              {t('menu.signIn')}
            </Button>
            <Button component="a" href="/quiz" size="sm" className={shell.wide}>
              {t('menu.start')}
            </Button>
          </span>
          <Button component="a" href="/dashboard" size="sm" className={classes.members}>
            {t('menu.dashboard')}
          </Button>
          <ActionIcon color="brand" className={shell.burger} aria-label={t('menu.open')} data-opens-menu="">
            <IconMenu2 aria-hidden />
          </ActionIcon>
        </Group>
      </Group>
      <Menu />
    </header>
  );
}

function Anchors() {
  const { t } = useTranslation('shell');
  return anchors.map(({ to, text }) => (
    <a key={to} href={to} className={shell.barLink}>
      {t(text)}
    </a>
  ));
}

function LanguageList() {
  const { t, i18n } = useTranslation('shell');
  return (
    <label className={picker.picker}>
      <IconLanguage className={picker.icon} aria-hidden />
      <span className="visually-hidden">{t('language')}</span>
      <select className={picker.select} defaultValue={i18n.language} data-languages="">
        {locales.map(({ code, name }) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

const schemes = [
  { scheme: 'dark', shown: 'light-only', Icon: IconMoon },
  { scheme: 'light', shown: 'dark-only', Icon: IconSun },
] as const;

/** Two buttons, of which the stylesheet shows the one for the other scheme. */
function Schemes() {
  const { t } = useTranslation('shell');
  return schemes.map(({ scheme, shown, Icon }) => (
    <ActionIcon
      key={scheme}
      color="brand"
      className={shown}
      aria-label={t(`scheme.${scheme}`)}
      data-scheme={scheme}
    >
      <Icon size="1.375rem" aria-hidden />
    </ActionIcon>
  ));
}

function SchemeRows() {
  const { t } = useTranslation('shell');
  return schemes.map(({ scheme, shown, Icon }) => (
    <button key={scheme} type="button" className={`${shell.sideLink} ${shown}`} data-scheme={scheme}>
      <Icon size="1.5rem" aria-hidden />
      <span>{t(`scheme.${scheme}`)}</span>
    </button>
  ));
}

/** What the bar has no room for on a phone. */
function Menu() {
  const { t } = useTranslation('shell');
  return (
    <dialog className={classes.menu} aria-label={t('menu.main')}>
      <form method="dialog" className={classes.top}>
        <Logo />
        <ActionIcon type="submit" color="brand" aria-label={t('menu.close')}>
          <IconX aria-hidden />
        </ActionIcon>
      </form>
      <nav className={classes.links} aria-label={t('menu.main')}>
        <Anchors />
        <span className={`${classes.visitors} ${classes.buttons}`}>
          <Button component="a" href="/quiz">
            {t('menu.start')}
          </Button>
          <Button component="a" href="/auth" variant="default">
            {t('menu.signIn')}
          </Button>
        </span>
        <Button component="a" href="/dashboard" className={classes.members}>
          {t('menu.dashboard')}
        </Button>
        <SchemeRows />
      </nav>
    </dialog>
  );
}
