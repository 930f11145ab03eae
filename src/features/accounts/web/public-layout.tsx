import { Outlet } from 'react-router';
import { PublicBar } from '#web/shell/public-bar.tsx';
import { signOutHere } from './session/sign-out-here.ts';
import { useAccount } from './use-account.ts';

/** The frame of the pages anybody may see. */
export default function PublicLayout() {
  const { account, isLoading } = useAccount();
  return (
    <>
      <PublicBar
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
