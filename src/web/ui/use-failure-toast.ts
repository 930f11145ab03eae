import { useEffect } from 'react';
import { toastFailure } from './toast.ts';

/** Says that a query failed, in a toast: once each time it does. */
export function useFailureToast(error: unknown, title: string): void {
  useEffect(() => {
    if (error) toastFailure(error, title);
  }, [error, title]);
}
