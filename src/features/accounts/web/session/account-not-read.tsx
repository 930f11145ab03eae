import { Suspense } from 'react';
import { lazyComponent } from '#web/ui/overlays/lazy-component.tsx';

// Few pages ever need it.
const AccountError = lazyComponent(async () => (await import('./account-error.tsx')).AccountError);

/**
 * Says that the account could not be read, with the reason and a way to try again. Its parent hands it both. It must
 * not query the account itself: its mount would refetch the account, and the parent would show that it waits and
 * unmount it, in a loop.
 */
export function AccountNotRead(props: { error: unknown; overPage?: boolean; onRetry: () => void }) {
  return (
    <Suspense>
      <AccountError {...props} />
    </Suspense>
  );
}
