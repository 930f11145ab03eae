import { Outlet } from 'react-router';
import { LoadingState } from '#web/ui/loading-state.tsx';
import { useAccount } from '../use-account.ts';
import { WayOut } from './way-out.tsx';

/**
 * Pages for the signed-in: a visitor is sent to sign in, and back here afterwards. The frame around it shows no page
 * where the account could not be read.
 */
export default function RequireAccount() {
  const { account, isLoading } = useAccount();
  if (isLoading) return <LoadingState />;
  return account ? <Outlet /> : <WayOut />;
}
