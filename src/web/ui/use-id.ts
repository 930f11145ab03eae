import { useId as useReactId } from 'react';

/**
 * An id of React's, or the one that is given. The build puts this in place of the hook of the same name of Mantine
 * (vite.config.ts), which makes a random id once a component stands and has React draw it again at once, page and all.
 */
export function useId(staticId?: string): string {
  const id = useReactId();
  return staticId ?? id;
}
