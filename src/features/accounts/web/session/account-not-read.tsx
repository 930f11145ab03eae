import { Suspense } from 'react';
import { lazyComponent } from '#web/ui/overlays/lazy-component.tsx';

// Few pages ever need it.
const AccountError = lazyComponent(async () => (await import('./account-error.tsx')).AccountError);

/**
 * Says that the account could not be read, with the reason and a way to try again. The frame hands it both: a part
 * that asks for the account itself sends the question again as it appears, for which the frame shows that it waits,
 * and so on.
 */
export function AccountNotRead(props: { error: unknown; overPage?: boolean; onRetry: () => void }) {
  return (
    <Suspense>
      <AccountError {...props} />
    </Suspense>
  );
}
