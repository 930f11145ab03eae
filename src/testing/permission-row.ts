import type { Community, Person } from './community.ts';

/** A request without its sender. The ids in `path` are filled in. */
export type Call = { method: string; path: string; body?: unknown; headers?: Record<string, string> };

/** The kinds of people that the policy tells apart, from the fewest rights to the most. */
export const kinds = ['visitor', 'student', 'pending teacher', 'verified teacher', 'administrator'] as const;
export type Kind = (typeof kinds)[number];

/** How an operation answers: it is allowed, or the status of its refusal. */
export type Answer = 'allowed' | 400 | 401 | 403 | 404 | 409;

/** What each kind of person is answered. */
export type Answers = Readonly<Record<Kind, Answer>>;

/** The kind with the most rights of those that may; undefined where none may. */
export const strongestAllowed = (says: Answers) => kinds.findLast((kind) => says[kind] === 'allowed');

const toAll = (visitor: Answer, member: Answer): Answers => ({
  visitor,
  student: member,
  'pending teacher': member,
  'verified teacher': member,
  administrator: member,
});

/** The same answer to everybody who is signed in; a visitor is asked to sign in. */
const toMembers = (answer: Answer) => toAll(401, answer);

/** Visitors too. */
export const everybody = toAll('allowed', 'allowed');
/** Who is signed in. */
export const members = toMembers('allowed');
/** Verified teachers and administrators. */
export const organisers: Answers = {
  visitor: 401,
  student: 403,
  'pending teacher': 403,
  'verified teacher': 'allowed',
  administrator: 'allowed',
};
/** Administrators alone. */
export const administrators: Answers = {
  visitor: 401,
  student: 403,
  'pending teacher': 403,
  'verified teacher': 403,
  administrator: 'allowed',
};
/** It does not exist, for a visitor neither. */
export const absent = toAll(404, 404);
/** For a member it does not exist. */
export const absentForMembers = toMembers(404);
/** For a member it does not exist; for an administrator it does. */
export const hiddenFromMembers: Answers = { ...absentForMembers, administrator: 'allowed' };
/** A person who is signed in is refused, an administrator too. */
export const refusedToMembers = toMembers(403);
/** What was sent is wrong, also where an administrator sends it. */
export const wrongForMembers = toMembers(400);
/** The rows are not as the request needs them. */
export const conflictForMembers = toMembers(409);
/** What administrators alone may do, where the rows are not as the request needs them. */
export const conflictForAdministrators: Answers = { ...administrators, administrator: 409 };
/** It takes more than a session. */
export const signInFirst = toMembers(401);

/**
 * The policy has one row for each operation. `says` is what each kind of person is answered. `call` inserts the rows
 * that the operation needs, owned by `person` where they have an owner, and returns the request.
 * `permission-walk.test.ts` checks that the product answers as this policy says.
 */
export type PolicyRow = {
  says: Answers;
  /** The same for a row that another person owns. */
  anothers?: { says: Answers; call: PolicyRow['call'] };
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
