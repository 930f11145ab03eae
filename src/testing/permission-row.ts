import type { Community, Person } from './community.ts';

/** A request without its sender. The ids in `path` are filled in. */
export type Call = { method: string; path: string; body?: unknown; headers?: Record<string, string> };

/**
 * The policy has one row for each operation. `says` has five letters for five kinds of people, in the order visitor,
 * student, pending teacher, verified teacher, administrator: Y allowed, 0 = 400, 1 = 401, 3 = 403, 4 = 404, C = 409.
 * `call` inserts the rows that the operation needs, owned by `person` where they have an owner, and returns the
 * request. `permission-walk.test.ts` checks that the product answers as this policy says.
 */
export type PolicyRow = {
  says: string;
  /** Five letters, as in `says`, for a row that another person owns. */
  anothers?: { says: string; call: PolicyRow['call'] };
  call: (community: Community, person: Person | null) => Call | Promise<Call>;
};

/** A GET request. */
export const get =
  (path: string): PolicyRow['call'] =>
  () => ({ method: 'GET', path });

/** A POST request with JSON. */
export const post =
  (path: string, body: unknown = {}): PolicyRow['call'] =>
  () => ({ method: 'POST', path, body });
