import { useEffect } from 'react';
import { toastReadFailure } from './toast.ts';

/** Shows a toast each time a query fails. */
export function useFailureToast(error: unknown, title: string): void {
  useEffect(() => {
    if (error) toastReadFailure(error, title);
  }, [error, title]);
}
