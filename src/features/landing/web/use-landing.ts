import { useQuery } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { readLanding } from '../contract.ts';
import { moreThan } from '../rules.ts';

/** The content of the landing page; until the server has answered, figures that every community may claim. */
export function useLanding() {
  const { data } = useQuery({
    queryKey: ['landing'],
    queryFn: ({ signal }) => call(readLanding, undefined, { signal }),
  });
  return {
    clubs: moreThan(data?.clubsThisWeek ?? 0, { atLeast: 25, step: 5 }),
    languages: moreThan(data?.languages ?? 0, { atLeast: 10, step: 1 }),
    nextClubs: data?.nextClubs ?? [],
    plans: data?.plans ?? [],
    links: data?.links ?? { whatsApp: '', examples: false, networks: {} },
    quotes: data?.quotes ?? [],
  };
}
