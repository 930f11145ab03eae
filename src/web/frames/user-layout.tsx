import { Container } from '@mantine/core';
import { Outlet } from 'react-router';
import { wasSignedIn } from '#features/accounts/web/session/remembered-session.ts';
import { signOutHere } from '#features/accounts/web/session/sign-out.ts';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { PublicBar } from '../shell/public-bar.tsx';
import { ShellSlots } from '../shell/shell-slot.tsx';
import { UserShell } from '../shell/user-shell.tsx';
import { LoadingState } from '../ui/loading-state.tsx';
import { usePublicMenu, useUserMenu } from './menus.ts';

/** The frame around what people do: theirs when they are signed in, the public one for a visitor. */
export default function UserLayout() {
  const { account, isLoading } = useAccount();
  const entries = useUserMenu();
  const links = usePublicMenu(false);
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
      <PublicBar links={links} person={isLoading ? undefined : null} onSignOut={signOutHere} />
      <Container component="main" id="main" tabIndex={-1} size="lg" py="lg">
        <Outlet />
      </Container>
    </>
  );
}
