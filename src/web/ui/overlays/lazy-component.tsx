import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { ErrorState } from '../error-state.tsx';
import { fetchPart, loadPageAgain } from './lazy-part.ts';

type Options = {
  /** The page is whole without it: where it cannot be fetched, nothing stands in its place. */
  isExtra?: boolean;
};

/**
 * A component of a page whose code is fetched when it is first drawn, inside a `Suspense`:
 * `const Stars = lazyComponent(async () => (await import('./stars.tsx')).Stars)`. Where it cannot be fetched, that is
 * said in its place alone; what React's `lazy` throws would take the whole page away.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { isExtra = false }: Options = {},
): LazyExoticComponent<ComponentType<Props>> {
  const inItsPlace = (error: unknown) => () =>
    isExtra ? null : <ErrorState isPart error={error} onRetry={loadPageAgain} />;
  return lazy(async () => ({ default: await fetchPart(load).catch(inItsPlace) }));
}
