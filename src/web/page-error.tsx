import { useEffect } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { CallError } from './api/call-error.ts';
import { storedText } from './stored-text.ts';
import { ErrorState } from './ui/error-state.tsx';
import { NotFound } from './ui/not-found.tsx';
import { MissingFile } from './ui/overlays/lazy-part.ts';

/** The address that was loaded again by itself, and when, in milliseconds. */
const loadedAgain = storedText(() => sessionStorage, 'sumi.loadedAgain');
const notBefore = 60_000;

/** In place of a page that broke, or whose file could not be fetched. */
export function PageError() {
  const error = useRouteError();
  const isNotFound = isRouteErrorResponse(error) && error.status === 404;
  // The document tells the names that files have now, and is loaded once by itself. The router remembers of a page that
  // it had no connection, also once there is one.
  useEffect(() => {
    const isFileMissing = error instanceof MissingFile || (error instanceof CallError && error.status === 0);
    if (!isFileMissing || !navigator.onLine) return;
    const [address, at] = loadedAgain.read()?.split(' ') ?? [];
    if (address === window.location.href && Date.now() - Number(at) < notBefore) return;
    loadedAgain.keep(`${window.location.href} ${Date.now()}`);
    window.location.reload();
  }, [error]);
  return isNotFound ? (
    <NotFound />
  ) : (
    <ErrorState titleOrder={1} error={error} onRetry={() => window.location.reload()} />
  );
}
