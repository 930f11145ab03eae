import { ActionIcon, Box, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconLayoutSidebar } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Logo } from '../ui/brand/logo.tsx';
import { LocalePicker } from './locale-picker.tsx';
import type { NavigationEntry, ShellPerson } from './navigation-entry.ts';
import { ProfileMenu } from './profile-menu.tsx';
import { SchemePicker } from './scheme-picker.tsx';
import classes from './shell.module.css';
import { ShellDrawer } from './shell-drawer.tsx';
import frame from './shell-frame.module.css';
import { ShellFrame } from './shell-frame.tsx';
import { atPhone, ShellHeader } from './shell-header.tsx';
import { ShellSlotPlace } from './shell-slot.tsx';
import { SideLink } from './side-link.tsx';
import { useDrawer } from './use-drawer.ts';
import { useSidebarState } from './use-sidebar-state.ts';

export type NavigationGroup = { label: string; entries: readonly NavigationEntry[] };

/** The frame of the admin area: a sidebar that shrinks to icons (Ctrl or Cmd + b), a slide-out menu on a phone. */
export function AdminShell({
  groups,
  person,
  admin,
  onSignOut,
  children,
}: {
  groups: readonly NavigationGroup[];
  person: ShellPerson;
  admin: boolean;
  onSignOut: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation('shell');
  const [open, toggle] = useSidebarState();
  const [drawerOpened, drawer] = useDrawer();
  useHotkeys([['mod+b', toggle]], []);
  const navigation = (iconOnly: boolean) =>
    groups.map(({ label, entries }) => (
      <Box key={label} role="group" aria-label={label} className={classes.adminGroup}>
        <Text size="sm" fw={700} c="dimmed" className={iconOnly ? 'visually-hidden' : classes.groupLabel}>
          {label}
        </Text>
        {entries.map((entry) => (
          <SideLink key={entry.to} entry={entry} iconOnly={iconOnly} onFollow={drawer.close} />
        ))}
      </Box>
    ));
  return (
    <ShellFrame
      header={
        <ShellHeader
          opened={drawerOpened}
          onToggle={drawer.toggle}
          first={
            <ActionIcon
              visibleFrom={atPhone}
              color="brand"
              onClick={toggle}
              aria-label={t(open ? 'menu.collapse' : 'menu.expand')}
              aria-expanded={open}
              aria-keyshortcuts="Control+B Meta+B"
            >
              <IconLayoutSidebar size="1.375rem" aria-hidden />
            </ActionIcon>
          }
        >
          <Box className={classes.unlessLarge}>
            <LocalePicker />
          </Box>
          <Box className={classes.unlessLarge}>
            <SchemePicker />
          </Box>
          <ShellSlotPlace name="tools" />
          <ProfileMenu person={person} admin={admin} onSignOut={onSignOut} />
        </ShellHeader>
      }
      collapsed={!open}
      sidebarClass={classes.adminSidebar}
      sidebar={
        <>
          <Link
            to={admin ? '/admin' : '/'}
            reloadDocument={!admin}
            className={classes.home}
            aria-label="Sumi"
          >
            <Logo markOnly={!open} />
          </Link>
          <div className={frame.scroll}>{navigation(!open)}</div>
        </>
      }
      page={{ className: classes.main, 'data-wide': true }}
    >
      <ShellDrawer opened={drawerOpened} onClose={drawer.close}>
        {navigation(false)}
      </ShellDrawer>
      {children}
    </ShellFrame>
  );
}
