import { useEffect } from 'react';
import { toastFailure } from './toast.ts';

/** Shows a toast each time a query fails. */
export function useFailureToast(error: unknown, title: string): void {
  useEffect(() => {
    if (error) toastFailure(error, title);
  }, [error, title]);
}
