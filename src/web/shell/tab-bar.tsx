import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import type { NavigationEntry } from './navigation-entry.ts';
import classes from './shell.module.css';

/** The row of tabs at the bottom of a phone's screen: the most used pages. */
export function TabBar({ entries }: { entries: readonly NavigationEntry[] }) {
  const { t } = useTranslation('shell');
  return (
    <nav className={classes.tabs} aria-label={t('menu.main')}>
      {entries.map(({ to, label, icon: Icon, color = 'brand', end = false }) => (
        <NavLink
          prefetch="intent"
          key={to}
          to={to}
          end={end}
          className={classes.tab}
          style={{ '--side-colour': `var(--mantine-color-${color}-text)` } as CSSProperties}
        >
          <Icon className={classes.tabIcon} aria-hidden />
          <span>{label}</span>
        </NavLink>
      ))}
    </nav>
  );
}
