import { describe, expect, it } from 'vitest';
import { type Actor, type Member, visitor } from '#shared/actor.ts';
import { may } from './permissions.ts';

const member: Member = {
  kind: 'member',
  userId: 'me',
  sessionId: 's',
  role: 'student',
  emailProved: true,
  contactProved: true,
  guardianConsent: true,
  verifiedTeacher: false,
  tier: 'free',
  ageGroup: 'adult',
  languages: [],
  zone: 'UTC',
};
const people: Record<string, Actor> = {
  visitor,
  student: member,
  pending: { ...member, role: 'teacher' },
  teacher: { ...member, role: 'teacher', verifiedTeacher: true },
  admin: { ...member, role: 'admin' },
};
const statuses = (ask: (actor: Actor) => { status: number } | null) =>
  Object.values(people).map((actor) => ask(actor)?.status ?? 200);

describe('may', () => {
  it('lets every member subscribe to their own feed', () => {
    expect(statuses((actor) => may(actor, 'subscribe'))).toEqual([401, 200, 200, 200, 200]);
  });

  it('lets only administrators manage the calendar', () => {
    expect(statuses((actor) => may(actor, 'manage'))).toEqual([401, 403, 403, 403, 200]);
    // A teacher who names their own id beside it is no exception.
    const naming = may as (actor: Actor, verb: string, userId: string) => ReturnType<typeof may>;
    expect(statuses((actor) => naming(actor, 'manage', 'me'))).toEqual([401, 403, 403, 403, 200]);
  });

  it('lets a verified teacher organise for themselves and an administrator for any teacher', () => {
    expect(statuses((actor) => may(actor, 'organise', 'me'))).toEqual([401, 403, 403, 200, 200]);
    expect(statuses((actor) => may(actor, 'organise', 'you'))).toEqual([401, 403, 403, 403, 200]);
  });
});
