import type { QueryClient } from '@tanstack/react-query';

/** Invalidates every query: a member's languages decide what each page shows. */
export function askAgain(queryClient: QueryClient): void {
  for (const feature of ['accounts', 'profiles', 'classes']) {
    void queryClient.invalidateQueries({ queryKey: [feature] });
  }
}
