import { useThrottledCallback } from '@mantine/hooks';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isShown, overviewQuery, waitingQuery } from './queries.ts';

/** The features whose figures the overview shows. */
const counted = [
  'classes',
  'people',
  'payments',
  'store',
  'teachers',
  'videos',
  'cup',
  'calendar',
  'reports',
];

/** Minimum milliseconds between two reads, because a busy community has events every second. */
const atMostEvery = 5000;

/**
 * Refetches the overview when a feature it counts has changed. A hint invalidates queries by the feature at the start
 * of their key, so this registers one query for each feature and passes its invalidation on.
 */
export function useRefetchOnHints(): void {
  const queryClient = useQueryClient();
  const heard = useQueries({
    queries: counted.map((feature) => ({
      queryKey: [feature, 'hint'],
      queryFn: () => performance.now(),
      // No hint has arrived yet.
      initialData: 0,
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
    })),
    combine: (hints) => Math.max(...hints.map(({ data }) => data)),
  });
  const readAgain = useThrottledCallback(() => {
    queryClient.invalidateQueries({ queryKey: overviewQuery.queryKey, predicate: isShown });
    queryClient.invalidateQueries({ queryKey: waitingQuery.queryKey, predicate: isShown });
  }, atMostEvery);
  useEffect(() => {
    if (heard > 0) readAgain();
  }, [heard, readAgain]);
}
