import { isRouteErrorResponse, useRouteError } from 'react-router';
import { ErrorState } from './ui/error-state.tsx';
import { NotFound } from './ui/not-found.tsx';

/** Where a page itself breaks, in place of it. */
export function RootErrorPage() {
  const error = useRouteError();
  const isNotFound = isRouteErrorResponse(error) && error.status === 404;
  return (
    <main>
      {isNotFound ? <NotFound /> : <ErrorState error={error} onRetry={() => window.location.reload()} />}
    </main>
  );
}
