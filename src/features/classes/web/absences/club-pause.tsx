import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { lazyComponent } from '#web/ui/overlays/lazy-component.tsx';
import { ownAbsencesQuery } from '../queries.ts';

const PausedClubs = lazyComponent(async () => (await import('./paused-clubs.tsx')).PausedClubs);

/** Above the clubs: what a student whose booking is paused has to know. Others load none of it. */
export function ClubPause() {
  const { data } = useQuery(ownAbsencesQuery);
  if (!data?.pausedUntil) return null;
  return (
    <Suspense>
      <PausedClubs absences={data} until={data.pausedUntil} />
    </Suspense>
  );
}
