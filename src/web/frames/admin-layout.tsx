import { Outlet } from 'react-router';
import { signOutHere } from '#features/accounts/web/session/sign-out.ts';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { useResumedPush } from '#features/notifications/web/use-resumed-push.ts';
import { useKeepAccount } from '#features/profiles/web/use-keep-account.ts';
import { ZoneBanner } from '#features/profiles/web/zone-banner.tsx';
import { LocaleKeeper } from '../i18n/locale-keeper.ts';
import { AdminShell } from '../shell/admin-shell.tsx';
import classes from '../shell/shell.module.css';
import { ShellSlots } from '../shell/shell-slot.tsx';
import { useAdminMenu } from './admin-menu.ts';

/** The frame of the admin area. A teacher who is no administrator has only their own pages. */
export default function AdminLayout() {
  const keep = useKeepAccount();
  const { account } = useAccount();
  const isAdmin = account?.role === 'admin';
  const groups = useAdminMenu(isAdmin);
  useResumedPush(account?.id);
  if (!account) return null;
  return (
    <LocaleKeeper value={(locale) => keep({ locale })}>
      <ShellSlots>
        <AdminShell groups={groups} person={account} admin={isAdmin} onSignOut={signOutHere}>
          <div className={classes.banners}>
            <ZoneBanner />
          </div>
          <Outlet />
        </AdminShell>
      </ShellSlots>
    </LocaleKeeper>
  );
}
