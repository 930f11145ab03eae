import { ActionIcon, AppShell, Drawer, ScrollArea, Text, Tooltip } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { IconLayoutSidebar } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Logo } from '../ui/logo.tsx';
import { LocalePicker } from './locale-picker.tsx';
import type { NavigationEntry, ShellPerson } from './navigation-entry.ts';
import { ProfileMenu } from './profile-menu.tsx';
import { SchemePicker } from './scheme-picker.tsx';
import classes from './shell.module.css';
import { atPhone, ShellHeader } from './shell-header.tsx';
import { ShellSlotPlace } from './shell-slot.tsx';
import { SideLink } from './side-link.tsx';
import { useSidebarState } from './use-sidebar-state.ts';

export type NavigationGroup = { label: string; entries: readonly NavigationEntry[] };

const widths = { open: '16rem', collapsed: '3rem', phone: '18rem' };

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
  const [drawerOpened, drawer] = useDisclosure();
  useHotkeys([['mod+b', toggle]], []);
  const navigation = (iconOnly: boolean) =>
    groups.map(({ label, entries }) => (
      <nav key={label} aria-label={label} className={classes.adminGroup}>
        <Text size="sm" fw={700} c="dimmed" className={iconOnly ? 'visually-hidden' : classes.groupLabel}>
          {label}
        </Text>
        {entries.map((entry) => (
          <SideLink key={entry.to} entry={entry} iconOnly={iconOnly} onFollow={drawer.close} />
        ))}
      </nav>
    ));
  return (
    // After one tooltip, the next within 300 ms opens at once.
    <Tooltip.Group>
      <AppShell
        layout="alt"
        header={{ height: '4rem' }}
        navbar={{
          width: open ? widths.open : widths.collapsed,
          breakpoint: atPhone,
          collapsed: { mobile: true },
        }}
        classNames={{ header: classes.plain, navbar: classes.plain }}
      >
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
          <LocalePicker />
          <SchemePicker />
          <ShellSlotPlace name="tools" />
          <ProfileMenu person={person} admin={admin} onSignOut={onSignOut} />
        </ShellHeader>
        <AppShell.Navbar
          visibleFrom={atPhone}
          className={classes.adminSidebar}
          data-collapsed={!open || undefined}
        >
          <Link to={admin ? '/admin' : '/'} className={classes.home} aria-label="Sumi">
            <Logo markOnly={!open} />
          </Link>
          <ScrollArea type="auto">{navigation(!open)}</ScrollArea>
        </AppShell.Navbar>
        <Drawer
          opened={drawerOpened}
          onClose={drawer.close}
          size={widths.phone}
          title={<Logo />}
          closeButtonProps={{ 'aria-label': t('menu.close') }}
        >
          {navigation(false)}
        </Drawer>
        <AppShell.Main id="main" tabIndex={-1} className={classes.main} data-wide>
          {children}
        </AppShell.Main>
      </AppShell>
    </Tooltip.Group>
  );
}
