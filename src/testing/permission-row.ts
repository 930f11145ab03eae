import type { Community, Person } from './community.ts';

/** What one call needs beside who makes it. `path` has its ids filled in. */
export type Call = { method: string; path: string; body?: unknown; headers?: Record<string, string> };

/**
 * Who may do what: one row for each operation, five letters for five kinds of people in the order visitor,
 * student, pending teacher, verified teacher, administrator. Y allowed, 1 = 401, 3 = 403, 4 = 404, C = 409.
 * `call` makes whatever the operation is about, as belonging to `person` where something can, and says how
 * to ask. This table is the policy; `permission-walk.test.ts` holds the product to it.
 */
export type PolicyRow = {
  says: string;
  /** For what belongs to somebody: the same five letters where it is another's. */
  anothers?: { says: string; call: PolicyRow['call'] };
  call: (community: Community, person: Person | null) => Call | Promise<Call>;
};

/** A call that reads an address. */
export const get =
  (path: string): PolicyRow['call'] =>
  () => ({ method: 'GET', path });

/** A call that sends JSON to an address. */
export const post =
  (path: string, body: unknown = {}): PolicyRow['call'] =>
  () => ({ method: 'POST', path, body });
