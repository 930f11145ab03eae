import { AppShell, Box, Drawer, ScrollArea, Stack, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconLogout } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useMatches } from 'react-router';
import { Logo } from '../ui/logo.tsx';
import { LocalePicker } from './locale-picker.tsx';
import type { NavigationEntry, ShellPerson } from './navigation-entry.ts';
import { ProfileMenu } from './profile-menu.tsx';
import { SchemePicker } from './scheme-picker.tsx';
import classes from './shell.module.css';
import { atPhone, ShellHeader } from './shell-header.tsx';
import { ShellSlotPlace } from './shell-slot.tsx';
import { SideLink } from './side-link.tsx';
import { TabBar } from './tab-bar.tsx';

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
  const [opened, menu] = useDisclosure();
  const bleed = useBleed();
  const links = (
    <Stack component="nav" aria-label={t('menu.pages')} gap="xs">
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
    // After one tooltip, the next within 300 ms opens at once.
    <Tooltip.Group>
      <AppShell
        layout="alt"
        header={{ height: { base: '3.5rem', [atPhone]: '4rem' } }}
        navbar={{ width: '16rem', breakpoint: atPhone, collapsed: { mobile: true } }}
        footer={{ height: { base: 'calc(4rem + env(safe-area-inset-bottom))', [atPhone]: 0 } }}
        classNames={{
          header: classes.plain,
          navbar: classes.plain,
          footer: classes.plain,
        }}
      >
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
        <AppShell.Navbar p="md" visibleFrom={atPhone}>
          <Link to="/feed" className={classes.home}>
            <Logo />
          </Link>
          <ShellSlotPlace name="side" />
          <ScrollArea mt="lg" type="auto">
            {links}
          </ScrollArea>
        </AppShell.Navbar>
        <Drawer
          opened={opened}
          onClose={menu.close}
          size="18rem"
          title={<Logo />}
          closeButtonProps={{ 'aria-label': t('menu.close') }}
        >
          {links}
          <Stack gap="xs" mt="xs">
            <LocalePicker asRow />
            <SchemePicker asRow />
          </Stack>
        </Drawer>
        <AppShell.Main id="main" tabIndex={-1} className={classes.main} data-bleed={bleed || undefined}>
          {children}
        </AppShell.Main>
        <AppShell.Footer hiddenFrom={atPhone}>
          <TabBar entries={entries.filter(({ tab }) => tab)} />
        </AppShell.Footer>
      </AppShell>
    </Tooltip.Group>
  );
}
