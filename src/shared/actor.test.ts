import { expect, it } from 'vitest';
import { adminsOnly, anonymousMember, visitor } from './actor.ts';
import { commonRefusals } from './refusal.ts';

it('adminsOnly lets an administrator through, and asks a visitor to sign in', () => {
  expect(adminsOnly({ ...anonymousMember, role: 'admin' })).toBeNull();
  expect(adminsOnly(visitor)).toBe(commonRefusals.signInFirst);
});

it('adminsOnly refuses students and verified teachers', () => {
  expect(adminsOnly(anonymousMember)).toBe(commonRefusals.notAllowed);
  expect(adminsOnly({ ...anonymousMember, role: 'teacher', verifiedTeacher: true })).toBe(
    commonRefusals.notAllowed,
  );
});
