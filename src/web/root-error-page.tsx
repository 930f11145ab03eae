import { isRouteErrorResponse, useRouteError } from 'react-router';
import NotFoundPage from './not-found-page.tsx';
import { ErrorState } from './ui/error-state.tsx';

/** Where a page itself breaks, in place of it. */
export function RootErrorPage() {
  const error = useRouteError();
  const isNotFound = isRouteErrorResponse(error) && error.status === 404;
  return (
    <main>
      {isNotFound ? <NotFoundPage /> : <ErrorState error={error} onRetry={() => window.location.reload()} />}
    </main>
  );
}
