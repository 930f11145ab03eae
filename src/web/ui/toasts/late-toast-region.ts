import { late } from '../overlays/late.ts';

/**
 * Where toasts appear. No page needs it to be drawn: it comes once the page has come to rest, or with the first toast.
 */
export const lateToastRegion = late(() => import('./toast-region.tsx'));
