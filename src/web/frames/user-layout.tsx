import { Container } from '@mantine/core';
import { type ReactNode, useDeferredValue } from 'react';
import { Outlet } from 'react-router';
import { ConfirmEmailBanner } from '#features/accounts/web/banners/confirm-email-banner.tsx';
import { AccountNotRead } from '#features/accounts/web/session/account-not-read.tsx';
import { wasSignedIn } from '#features/accounts/web/session/remembered-session.ts';
import { signOutHere } from '#features/accounts/web/session/sign-out.ts';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { useResumedPush } from '#features/notifications/web/use-resumed-push.ts';
import { AgeDialog } from '#features/people/web/age/age-dialog.tsx';
import { GuardianBanner } from '#features/people/web/age/guardian-banner.tsx';
import { NameDialog } from '#features/profiles/web/name-dialog.tsx';
import { useSaveZoneOrLocale } from '#features/profiles/web/use-save-zone-or-locale.ts';
import { ZoneBanner } from '#features/profiles/web/zone-banner.tsx';
import { SaveLocale } from '../i18n/save-locale.ts';
import { OfflineBanner } from '../offline/offline-banner.tsx';
import { useWorker } from '../offline/use-worker.ts';
import { PageError } from '../page-error.tsx';
import { PublicBar } from '../shell/public-bar.tsx';
import classes from '../shell/shell.module.css';
import { ShellSlots } from '../shell/shell-slot.tsx';
import { UserShell, useBleed } from '../shell/user-shell.tsx';
import { LoadingState } from '../ui/loading-state.tsx';
import { usePublicMenu } from './public-menu.ts';
import { useUserMenu } from './user-menu.ts';

export default function UserLayout() {
  return (
    <UserFrame>
      <Outlet />
    </UserFrame>
  );
}

export function ErrorBoundary() {
  return (
    <UserFrame>
      <PageError />
    </UserFrame>
  );
}

/**
 * The frame of a signed-in person, and the public one for a visitor. Where it is not known whose it is, no page is
 * shown in it, which would treat a member as a visitor.
 */
function UserFrame({ children }: { children: ReactNode }) {
  const save = useSaveZoneOrLocale();
  const { account, isLoading, error, readAgain } = useAccount();
  // React then draws the frame and its page in slices, between which the browser answers the reader; an answer of the
  // server alone is drawn in one piece, half a second on a slow phone.
  const waits = useDeferredValue(isLoading);
  const entries = useUserMenu(account?.verifiedTeacher ?? false);
  const bleed = useBleed();
  const links = usePublicMenu(false);
  useWorker();
  useResumedPush(account?.id);
  if (waits && wasSignedIn()) return <LoadingState full />;
  if (account) {
    return (
      <SaveLocale value={(locale) => save({ locale })}>
        <ShellSlots bar={['top', 'tools']}>
          <UserShell
            entries={entries}
            person={account}
            admin={account.role === 'admin'}
            onSignOut={signOutHere}
          >
            {!bleed && (
              <div className={classes.banners}>
                <OfflineBanner />
                <ConfirmEmailBanner />
                <GuardianBanner />
                <ZoneBanner />
              </div>
            )}
            {children}
            <AgeDialog />
            <NameDialog />
          </UserShell>
        </ShellSlots>
      </SaveLocale>
    );
  }
  return (
    <ShellSlots>
      <PublicBar
        links={links}
        person={isLoading || error ? undefined : null}
        failed={error != null}
        onSignOut={signOutHere}
      />
      <Container component="main" id="main" tabIndex={-1} size="lg" py="lg">
        {error ? <AccountNotRead error={error} onRetry={readAgain} /> : children}
      </Container>
    </ShellSlots>
  );
}
