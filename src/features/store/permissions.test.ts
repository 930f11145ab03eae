import { expect, it } from 'vitest';
import { type Member, visitor } from '#shared/actor.ts';
import { certificateItem } from './contract.ts';
import { may } from './permissions.ts';

const member = (traits: Partial<Member> = {}): Member => ({
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
  ...traits,
});
const admin = member({ role: 'admin' });
const verified = member({ role: 'teacher', verifiedTeacher: true });
const pending = member({ role: 'teacher' });
const avatar = { userId: 'somebody', itemId: 'custom-avatar', isLearner: true, lacksConsent: false };
const certificate = { ...avatar, itemId: certificateItem };
const ofStranger = { ...certificate, isLearner: false };
const statuses = (...answers: ReturnType<typeof may>[]) => answers.map((answer) => answer?.status ?? 200);

it('only administrators may change prices', () => {
  expect(statuses(...[visitor, member(), pending, verified, admin].map((who) => may(who, 'price')))).toEqual([
    401, 403, 403, 403, 200,
  ]);
});

it('a verified teacher fulfils certificates of their students and nothing else, an administrator everything', () => {
  expect(statuses(may(verified, 'deliver'), may(pending, 'deliver'), may(member(), 'deliver'))).toEqual([
    200, 403, 403,
  ]);
  expect(
    statuses(
      may(verified, 'fulfil', certificate),
      may(verified, 'fulfil', ofStranger),
      may(verified, 'fulfil', avatar),
      may(verified, 'refund', certificate),
    ),
  ).toEqual([200, 403, 403, 403]);
  expect(
    statuses(may(admin, 'fulfil', ofStranger), may(admin, 'fulfil', avatar), may(admin, 'refund', avatar)),
  ).toEqual([200, 200, 200]);
});

it('no administrator or teacher may settle their own order', () => {
  for (const who of [admin, verified]) {
    expect(may(who, 'fulfil', { ...certificate, userId: 'me' })?.code).toMatch(/own-order/);
  }
  expect(may(admin, 'refund', { ...avatar, userId: 'me' })?.code).toBe('store/own-order');
});

it('an administrator refunds the private class of a kid without consent, and does not fulfil it', () => {
  const ofKid = { ...avatar, itemId: 'private-class-30', lacksConsent: true };
  expect(may(admin, 'fulfil', ofKid)?.code).toBe('store/buyer-needs-consent');
  expect(may(admin, 'refund', ofKid)).toBeNull();
});
