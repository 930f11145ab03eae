import type { QueryClient } from '@tanstack/react-query';
import { invalidateWhenSettled } from '#web/realtime/invalidate-when-settled.ts';

/**
 * Invalidates every query once a member has another zone. Their day begins and ends at other instants now, and any
 * feature may answer what is of today.
 */
export function readNewDay(queryClient: QueryClient): void {
  void invalidateWhenSettled(queryClient, {});
}
