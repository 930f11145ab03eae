import { Outlet } from 'react-router';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LoadingState } from '#web/ui/loading-state.tsx';
import { useAccount } from '../use-account.ts';
import { WayOut } from './way-out.tsx';

/** Pages for the signed-in: a visitor is sent to sign in, and back here afterwards. */
export default function RequireAccount() {
  const { account, isLoading, error } = useAccount();
  if (error) return <ErrorState error={error} onRetry={() => window.location.reload()} />;
  if (isLoading) return <LoadingState />;
  return account ? <Outlet /> : <WayOut />;
}
