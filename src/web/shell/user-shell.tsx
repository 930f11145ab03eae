import { Box, Stack } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useMatches } from 'react-router';
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
import { TabBar } from './tab-bar.tsx';
import { useDrawer } from './use-drawer.ts';

/** What a page may ask of the frame: `export const handle: ShellHandle = { bleed: true }`. */
export type ShellHandle = {
  /** The page reaches every edge of the room it is given: no margins, no width limit. */
  bleed?: boolean;
};

/** Whether the open page reaches every edge. */
export function useBleed(): boolean {
  return useMatches().some(({ handle }) => (handle as ShellHandle | undefined)?.bleed === true);
}

/**
 * The frame of everything a signed-in person does: a sidebar, and on a phone a bar with a slide-out menu and a
 * row of tabs. Features put things into its slots (shell-slot.tsx).
 */
export function UserShell({
  entries,
  person,
  admin,
  onSignOut,
  children,
}: {
  entries: readonly NavigationEntry[];
  person: ShellPerson;
  admin: boolean;
  onSignOut: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation('shell');
  const [opened, menu] = useDrawer();
  const bleed = useBleed();
  const links = (
    <Stack gap="xs">
      {entries.map((entry) => (
        <SideLink key={entry.to} entry={entry} onFollow={menu.close} />
      ))}
      <button type="button" className={classes.sideLink} onClick={onSignOut}>
        <IconLogout className={classes.sideIcon} aria-hidden />
        <span>{t('menu.signOut')}</span>
      </button>
    </Stack>
  );
  return (
    <ShellFrame
      header={
        <ShellHeader
          opened={opened}
          onToggle={menu.toggle}
          first={
            <Link to="/feed" className={classes.home} aria-label="Sumi" data-phone>
              <Logo markOnly />
            </Link>
          }
        >
          <ShellSlotPlace name="top" />
          <Box className={classes.roomy}>
            <LocalePicker />
          </Box>
          {/* A phone's bar is full: there it stands in the menu, and so does the language on the narrowest. */}
          <Box visibleFrom={atPhone}>
            <SchemePicker />
          </Box>
          <ShellSlotPlace name="tools" />
          <ProfileMenu person={person} admin={admin} onSignOut={onSignOut} />
        </ShellHeader>
      }
      sidebarClass={classes.userSidebar}
      sidebar={
        <>
          <Link to="/feed" className={classes.home}>
            <Logo />
          </Link>
          <div className={frame.scroll}>{links}</div>
        </>
      }
      tabs={<TabBar entries={entries.filter(({ tab }) => tab)} />}
      page={{ className: classes.main, 'data-bleed': bleed || undefined }}
    >
      <ShellDrawer opened={opened} onClose={menu.close}>
        {links}
      </ShellDrawer>
      {children}
    </ShellFrame>
  );
}
