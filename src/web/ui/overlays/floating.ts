import { late } from './late.ts';

/** What Mantine places beside a button: menus, popovers and tooltips. */
export const floating = late(() => import('./mantine-floating.ts'));

/** For a button that a person approaches. The press itself repeats a fetch that failed, and says so. */
export const fetchFloating = () => void floating.fetch().catch(() => {});
