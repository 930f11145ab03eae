import { lazyPart } from '../overlays/lazy-part.ts';

/**
 * Where toasts appear. No page needs it to be drawn: it comes once the page has come to rest, or with the first toast.
 */
export const lazyToastRegion = lazyPart(() => import('./toast-region.tsx'));
