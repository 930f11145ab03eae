import { expect, it } from 'vitest';
import { anonymousMember, type Member, visitor } from '#shared/actor.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { may } from './permissions.ts';

const liveClass = {
  createdBy: 'teacher',
  targetAudience: 'adult',
  requiredTier: 'vip',
  hasTeacher: true,
} as const;
const forKids = { ...liveClass, targetAudience: 'kid' } as const;
const lacking = { ...liveClass, hasTeacher: false };
const adult: Member = { ...anonymousMember, userId: 'adult' };
const kid: Member = { ...adult, ageGroup: 'kid' };
const teacher: Member = { ...adult, userId: 'teacher', role: 'teacher', verifiedTeacher: true };

it.each([
  ['a visitor', 'a class for adults of any tier', visitor, liveClass, null],
  ['a visitor', 'a class for kids', visitor, forKids, commonRefusals.notFound],
  ['a visitor', 'a class whose teacher was revoked', visitor, lacking, commonRefusals.notFound],
  ['an adult', 'a class for adults', adult, liveClass, null],
  ['an adult', 'a class for kids', adult, forKids, commonRefusals.notFound],
  ['an adult', 'a class whose teacher was revoked', adult, lacking, null],
  ['a kid', 'a class for kids', kid, forKids, null],
  ['a kid', 'a class for adults', kid, liveClass, commonRefusals.notFound],
  ['its teacher', 'a class for kids', teacher, forKids, null],
] as const)('may decides whether %s reads %s', (_who, _what, actor, subject, refusal) => {
  expect(may(actor, 'read', subject)).toBe(refusal);
});
