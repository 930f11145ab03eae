import type { QueryClient } from '@tanstack/react-query';
import { restartFeed } from '#features/videos/web/feed/feed-place.ts';

/** Reads again what a member's languages and level decide: their account and profile, the classes and the feed. */
export function askAgain(queryClient: QueryClient): void {
  for (const feature of ['accounts', 'profiles', 'classes']) {
    void queryClient.invalidateQueries({ queryKey: [feature] });
  }
  restartFeed(queryClient);
}
