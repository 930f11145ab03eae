import { Outlet } from 'react-router';
import { signOutHere } from '#features/accounts/web/session/sign-out.ts';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { PublicBar } from '../shell/public-bar.tsx';
import { usePublicMenu } from './menus.ts';

/** The frame of the pages anybody may see. */
export default function PublicLayout() {
  const { account, isLoading } = useAccount();
  const links = usePublicMenu(account !== null);
  return (
    <>
      <PublicBar
        links={links}
        person={isLoading ? undefined : account}
        admin={account?.role === 'admin'}
        onSignOut={signOutHere}
      />
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
    </>
  );
}
