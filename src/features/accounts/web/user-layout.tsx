import { Container } from '@mantine/core';
import {
  IconBroadcast,
  IconCalendarEvent,
  IconHome,
  IconPlayerPlay,
  IconShoppingBag,
  IconTrophy,
  IconUser,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router';
import type { NavigationEntry } from '#web/shell/navigation-entry.ts';
import { PublicBar } from '#web/shell/public-bar.tsx';
import { ShellSlots } from '#web/shell/shell-slot.tsx';
import { UserShell } from '#web/shell/user-shell.tsx';
import { LoadingState } from '#web/ui/loading-state.tsx';
import { wasSignedIn } from './session/remembered-session.ts';
import { signOutHere } from './session/sign-out-here.ts';
import { useAccount } from './use-account.ts';

/** The frame around what people do: theirs when they are signed in, the public one for a visitor. */
export default function UserLayout() {
  const { account, isLoading } = useAccount();
  const entries = useEntries();
  if (isLoading && wasSignedIn()) return <LoadingState full />;
  if (account) {
    return (
      <ShellSlots>
        <UserShell
          entries={entries}
          person={account}
          admin={account.role === 'admin'}
          onSignOut={signOutHere}
        >
          <Outlet />
        </UserShell>
      </ShellSlots>
    );
  }
  return (
    <>
      <PublicBar person={isLoading ? undefined : null} onSignOut={signOutHere} />
      <Container component="main" id="main" tabIndex={-1} size="lg" py="lg">
        <Outlet />
      </Container>
    </>
  );
}

function useEntries(): NavigationEntry[] {
  const { t } = useTranslation('shell');
  return [
    { to: '/dashboard', label: t('menu.dashboard'), icon: IconHome, tab: true },
    { to: '/feed', label: t('menu.feed'), icon: IconPlayerPlay, color: 'feed', tab: true },
    { to: '/conversation-clubs', label: t('menu.liveClubs'), icon: IconBroadcast, color: 'live', tab: true },
    { to: '/classes', label: t('menu.myClasses'), icon: IconCalendarEvent, color: 'live', tab: true },
    { to: '/ranking', label: t('menu.challenge'), icon: IconTrophy, color: 'cup', tab: true },
    { to: '/store', label: t('menu.store'), icon: IconShoppingBag, color: 'coins' },
    { to: '/profile', label: t('menu.profile'), icon: IconUser },
  ];
}
