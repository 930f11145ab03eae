import type { Breakage } from './broken-products.ts';

/**
 * Where a server process can be killed, by the statement that it comes to. The first six are passed by every write. The
 * others are inside of one operation, and are reached when the siege has a person ask for it.
 */
export const failpoints = [
  'before-begin',
  'after-lock',
  'before-insert',
  'after-debit',
  'before-commit',
  'after-commit',
  'import-between-draft-and-rows',
  'import-while-going-live',
  'sign-up-after-user',
  'role-after-taking-away',
  'class-before-calendar-job',
  'refund-before-coins',
  'deletion-half-way',
] as const;
export type Failpoint = (typeof failpoints)[number];

/** What the siege tells a server process, which passes it on to its workers. */
export type ControlMessage =
  | { is: 'break'; breakage: Breakage }
  | { is: 'arm'; failpoint: Failpoint; nth: number }
  | { is: 'skew-clock'; aheadMs: number }
  | { is: 'measure' }
  /** To write what is on its heap into this folder, which blocks the process for seconds. */
  | { is: 'write-heap'; folder: string };

/**
 * What a process holds once it has nothing to do; descriptors only where the system shows them. Its heap is counted
 * without compiled code, which grows for as long as modules are used for the first time and functions become hot.
 */
export type ResourceUsage = { heapBytes: number; rssBytes: number; descriptors: number | null };

/** What a server process tells the siege. */
export type ServerReport =
  /** A class of the product that the siege gets between. */
  | { is: 'found'; name: string }
  /** The usage of this process and of each of its workers. */
  | { is: 'usage'; usage: ResourceUsage[] }
  /** A worker serves, or has ended. */
  | { is: 'worker'; pid: number; does: 'serve' | 'end'; signal: string | null };
