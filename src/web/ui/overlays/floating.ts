import { lazyPart } from './lazy-part.ts';

/** What Mantine places beside a button: menus, popovers and tooltips. */
export const floating = lazyPart(() => import('./mantine-floating.ts'));

/** For a button that a person approaches. The press itself repeats a fetch that failed, and says so. */
export const fetchFloating = () => void floating.fetch().catch(() => {});
