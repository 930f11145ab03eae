import { type ComponentProps, Suspense } from 'react';
import { lazyComponent } from '#web/ui/overlays/lazy-component.tsx';
import type { OwnAbsence } from './own-absence.tsx';

const Later = lazyComponent(async () => (await import('./own-absence.tsx')).OwnAbsence);

/** `OwnAbsence`, fetched where a class has one: few have. */
export function OwnAbsenceLater(shown: ComponentProps<typeof OwnAbsence>) {
  return (
    <Suspense>
      <Later {...shown} />
    </Suspense>
  );
}
