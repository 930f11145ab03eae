import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import { signOutHere } from '#features/accounts/web/session/sign-out.ts';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { useResumedPush } from '#features/notifications/web/use-resumed-push.ts';
import { useSaveZoneOrLocale } from '#features/profiles/web/use-save-zone-or-locale.ts';
import { ZoneBanner } from '#features/profiles/web/zone-banner.tsx';
import { SaveLocale } from '../i18n/save-locale.ts';
import { PageError } from '../page-error.tsx';
import { AdminShell } from '../shell/admin-shell.tsx';
import classes from '../shell/shell.module.css';
import { ShellSlots } from '../shell/shell-slot.tsx';
import { useAdminMenu } from './admin-menu.ts';

export default function AdminLayout() {
  return (
    <AdminFrame>
      <Outlet />
    </AdminFrame>
  );
}

export function ErrorBoundary() {
  return (
    <AdminFrame>
      <PageError />
    </AdminFrame>
  );
}

/** The frame of the admin area. A teacher who is no administrator has only their own pages. */
function AdminFrame({ children }: { children: ReactNode }) {
  const save = useSaveZoneOrLocale();
  const { account } = useAccount();
  const isAdmin = account?.role === 'admin';
  const groups = useAdminMenu(isAdmin);
  useResumedPush(account?.id);
  if (!account) return null;
  return (
    <SaveLocale value={(locale) => save({ locale })}>
      <ShellSlots bar={['tools']}>
        <AdminShell groups={groups} person={account} admin={isAdmin} onSignOut={signOutHere}>
          <div className={classes.banners}>
            <ZoneBanner />
          </div>
          {children}
        </AdminShell>
      </ShellSlots>
    </SaveLocale>
  );
}
