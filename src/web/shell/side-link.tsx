import type { CSSProperties } from 'react';
import { NavLink } from 'react-router';
import { Tooltip } from '../ui/overlays/tooltip.tsx';
import type { NavigationEntry } from './navigation-entry.ts';
import classes from './shell.module.css';

/** One line of a sidebar; `iconOnly` leaves its name to a tooltip. */
export function SideLink({
  entry: { to, label, icon: Icon, color = 'brand', end = false },
  iconOnly = false,
  onFollow,
}: {
  entry: NavigationEntry;
  iconOnly?: boolean;
  onFollow?: () => void;
}) {
  return (
    <Tooltip label={label} position="right" disabled={!iconOnly}>
      <NavLink
        prefetch="intent"
        to={to}
        end={end}
        className={classes.sideLink}
        data-icon-only={iconOnly || undefined}
        style={{ '--side-colour': `var(--mantine-color-${color}-text)` } as CSSProperties}
        onClick={onFollow}
      >
        <Icon className={classes.sideIcon} aria-hidden />
        <span className={iconOnly ? 'visually-hidden' : undefined}>{label}</span>
      </NavLink>
    </Tooltip>
  );
}
