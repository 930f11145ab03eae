import { Outlet } from 'react-router';
import { signOutHere } from '#features/accounts/web/session/sign-out.ts';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { AdminShell } from '../shell/admin-shell.tsx';
import { ShellSlots } from '../shell/shell-slot.tsx';
import { useAdminMenu } from './menus.ts';

/** The frame of the admin area. A teacher who is no administrator sees only what is theirs to do here. */
export default function AdminLayout() {
  const { account } = useAccount();
  const isAdmin = account?.role === 'admin';
  const groups = useAdminMenu(isAdmin);
  if (!account) return null;
  return (
    <ShellSlots>
      <AdminShell groups={groups} person={account} admin={isAdmin} onSignOut={signOutHere}>
        <Outlet />
      </AdminShell>
    </ShellSlots>
  );
}
