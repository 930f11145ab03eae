import { Suspense, useDeferredValue } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { LoadingState } from '#web/ui/loading-state.tsx';
import { lazyComponent } from '#web/ui/overlays/lazy-component.tsx';
import { useAccount } from '../use-account.ts';
import { AccountNotRead } from './account-not-read.tsx';
import { WayOut } from './way-out.tsx';

const FactorDue = lazyComponent(async () => (await import('../security/factor-due.tsx')).default);

/**
 * The admin area. A visitor is sent to sign in, a student or teacher to `/`. A verified teacher may open the classes,
 * where the server shows them their own. An administrator who must have a second factor and has none sets it up here.
 */
export default function RequireAdmin() {
  const { account, isLoading, error, readAgain } = useAccount();
  // Drawn in slices, as every member's page is (`frames/user-layout.tsx`).
  const waits = useDeferredValue(isLoading);
  const { pathname } = useLocation();
  if (error) return <AccountNotRead error={error} onRetry={readAgain} />;
  if (waits) return <LoadingState full />;
  if (!account) return <WayOut />;
  if (account.factorDue) {
    return (
      <Suspense fallback={<LoadingState full />}>
        <FactorDue account={account} />
      </Suspense>
    );
  }
  const teachesHere = account.verifiedTeacher && pathname === '/admin/classes';
  return account.role === 'admin' || teachesHere ? <Outlet /> : <Navigate to="/" replace />;
}
