import { PageError } from './page-error.tsx';

/** Where a frame itself breaks, in place of it. */
export function RootErrorPage() {
  return (
    <main>
      <PageError />
    </main>
  );
}
