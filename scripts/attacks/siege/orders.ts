import type { Breakage } from './broken-products.ts';

/** Where a server process can be killed. */
export const places = [
  'before-begin',
  'after-lock',
  'before-insert',
  'after-debit',
  'before-commit',
  'after-commit',
] as const;
export type Place = (typeof places)[number];

/** What the siege tells a server process. */
export type Order =
  | { is: 'break'; breakage: Breakage }
  | { is: 'arm'; place: Place; nth: number }
  | { is: 'leap'; aheadMs: number }
  | { is: 'count' };
