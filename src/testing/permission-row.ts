import type { Community, Person } from './community.ts';

/** A request without its sender. The ids in `path` are filled in. */
export type Call = { method: string; path: string; body?: unknown; headers?: Record<string, string> };

/** How an operation answers: it is allowed, or the status of its refusal. */
type Answer = 'allowed' | 400 | 401 | 403 | 404 | 409;

const letters: Record<Answer, string> = { allowed: 'Y', 400: '0', 401: '1', 403: '3', 404: '4', 409: 'C' };

declare const isBuilt: unique symbol;

/**
 * What each kind of person is answered, a letter each. Only `answers` and the words below build one: a row that spells
 * its letters out does not compile.
 */
export type Answers = string & { readonly [isBuilt]: true };

/** What each kind of person is answered, in the order that `permission-walk.test.ts` has. */
export function answers(says: {
  visitor: Answer;
  student: Answer;
  pendingTeacher: Answer;
  verifiedTeacher: Answer;
  administrator: Answer;
}): Answers {
  const { visitor, student, pendingTeacher, verifiedTeacher, administrator } = says;
  const inOrder = [visitor, student, pendingTeacher, verifiedTeacher, administrator];
  return inOrder.map((answer) => letters[answer]).join('') as Answers;
}

const toAll = (visitor: Answer, member: Answer) =>
  answers({
    visitor,
    student: member,
    pendingTeacher: member,
    verifiedTeacher: member,
    administrator: member,
  });

/** The same answer to everybody who is signed in; a visitor is asked to sign in. */
const toMembers = (answer: Answer) => toAll(401, answer);

/** Visitors too. */
export const everybody = toAll('allowed', 'allowed');
/** Who is signed in. */
export const members = toMembers('allowed');
/** Verified teachers and administrators. */
export const organisers = answers({
  visitor: 401,
  student: 403,
  pendingTeacher: 403,
  verifiedTeacher: 'allowed',
  administrator: 'allowed',
});
/** Administrators alone. */
export const administrators = answers({
  visitor: 401,
  student: 403,
  pendingTeacher: 403,
  verifiedTeacher: 403,
  administrator: 'allowed',
});
/** It does not exist, for a visitor neither. */
export const absent = toAll(404, 404);
/** For who is signed in it does not exist. */
export const absentForMembers = toMembers(404);
/** Who is signed in is refused, an administrator too. */
export const refusedToMembers = toMembers(403);
/** What was sent is wrong, also where an administrator sends it. */
export const wrongForMembers = toMembers(400);
/** It takes more than a session. */
export const signInFirst = toMembers(401);

/**
 * The policy has one row for each operation. `says` is what each kind of person is answered (`answers`). `call` inserts
 * the rows that the operation needs, owned by `person` where they have an owner, and returns the request.
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
