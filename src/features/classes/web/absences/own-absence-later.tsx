import { type ComponentProps, lazy, Suspense } from 'react';
import type { OwnAbsence } from './own-absence.tsx';

const Later = lazy(async () => ({ default: (await import('./own-absence.tsx')).OwnAbsence }));

/** `OwnAbsence`, fetched where a class has one: few have. */
export function OwnAbsenceLater(shown: ComponentProps<typeof OwnAbsence>) {
  return (
    <Suspense>
      <Later {...shown} />
    </Suspense>
  );
}
