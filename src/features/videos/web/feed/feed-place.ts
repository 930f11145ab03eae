import type { QueryClient } from '@tanstack/react-query';

/** The video that the student left the feed at, to return to it within a visit, and the filters that it was under. */
let left = { version: '', index: 0 };

export function saveFeedPlace(version: string, index: number): void {
  left = { version, index };
}

/** The index to begin at. */
export function findFeedPlace(version: string): number {
  return left.version === version ? left.index : 0;
}

/**
 * Reads the feed again from its first video, because the server chooses other videos now. Nothing else does: a feed
 * never refetches by itself, and no hint reaches a student's.
 */
export function restartFeed(queryClient: QueryClient): void {
  left = { version: '', index: 0 };
  void queryClient.resetQueries({ queryKey: ['videos', 'feed'] });
}
