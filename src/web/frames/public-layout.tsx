import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import { AccountNotRead } from '#features/accounts/web/session/account-not-read.tsx';
import { signOutHere } from '#features/accounts/web/session/sign-out.ts';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { useSaveZoneOrLocale } from '#features/profiles/web/use-save-zone-or-locale.ts';
import { SaveLocale } from '../i18n/save-locale.ts';
import { PageError } from '../page-error.tsx';
import { PublicBar } from '../shell/public-bar.tsx';
import { usePublicMenu } from './public-menu.ts';

export default function PublicLayout() {
  return (
    <PublicFrame>
      <Outlet />
    </PublicFrame>
  );
}

export function ErrorBoundary() {
  return (
    <PublicFrame>
      <PageError />
    </PublicFrame>
  );
}

/** The frame of the pages that visitors may see. */
function PublicFrame({ children }: { children: ReactNode }) {
  const save = useSaveZoneOrLocale();
  const { account, isLoading, error, readAgain } = useAccount();
  const links = usePublicMenu(account !== null);
  return (
    <SaveLocale value={(locale) => save({ locale })}>
      <PublicBar
        links={links}
        person={isLoading || error ? undefined : account}
        failed={error != null}
        admin={account?.role === 'admin'}
        onSignOut={signOutHere}
      />
      <main id="main" tabIndex={-1}>
        {error != null && <AccountNotRead overPage error={error} onRetry={readAgain} />}
        {children}
      </main>
    </SaveLocale>
  );
}
