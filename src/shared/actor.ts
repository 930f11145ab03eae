import { commonRefusals, Refusal, type RefusalKind } from './refusal.ts';

/**
 * The visitor or member who makes a request. The server resolves it from the session on every request. Permissions
 * read it on both sides, so it holds only what they need.
 */
export type Actor = Visitor | Member;

export type Visitor = { readonly kind: 'visitor' };

export type Member = {
  readonly kind: 'member';
  readonly userId: string;
  readonly sessionId: string;
  /** The strongest of the person's roles. */
  readonly role: Role;
  /** An administrator who has no second factor where the community requires one: `role` leaves that right out. */
  readonly factorDue?: true;
  /** Whether the e-mail address was confirmed, or cannot be because the community sends no mail. */
  readonly emailProved: boolean;
  /** Whether the person is reached at all: also by a telephone, or by the guardian who consented for a kid. */
  readonly contactProved: boolean;
  /** A teacher whose application an administrator approved; the role alone gives no rights. */
  readonly verifiedTeacher: boolean;
  readonly tier: Tier;
  readonly ageGroup: AgeGroup;
  /** False for a kid whose guardian has not consented to live classes, or no longer does. */
  readonly guardianConsent: boolean;
  /** Language codes the person learns; empty means all. */
  readonly languages: readonly string[];
  /** IANA name of the zone the person lives in. */
  readonly zone: string;
};

export const roles = ['student', 'teacher', 'admin'] as const;
export type Role = (typeof roles)[number];

/** Membership tiers from the least to the most; the position is the rank. */
export const tiers = ['free', 'basic', 'premium', 'vip'] as const;
export type Tier = (typeof tiers)[number];

export const ageGroups = ['adult', 'kid'] as const;
export type AgeGroup = (typeof ageGroups)[number];

export const visitor: Visitor = { kind: 'visitor' };

/** A member who is no person: it reads the pages that many readers share, which then hold nothing of a person. */
export const anonymousMember: Member = {
  kind: 'member',
  userId: '00000000-0000-0000-0000-000000000000',
  sessionId: '00000000-0000-0000-0000-000000000000',
  role: 'student',
  emailProved: false,
  contactProved: false,
  verifiedTeacher: false,
  tier: 'free',
  ageGroup: 'adult',
  guardianConsent: false,
  languages: [],
  zone: 'UTC',
};

export function isAdmin(actor: Actor): actor is Member & { role: 'admin' } {
  return actor.kind === 'member' && actor.role === 'admin';
}

/** Why an actor may not do what is for administrators alone; null for an administrator. */
export function adminsOnly(actor: Actor): RefusalKind | null {
  if (actor.kind === 'visitor') return commonRefusals.signInFirst;
  return isAdmin(actor) ? null : commonRefusals.notAllowed;
}

/** The member who makes the request. @throws Refusal for a visitor, who has to sign in first. */
export function memberOf(actor: Actor): Member {
  if (actor.kind === 'visitor') throw new Refusal(commonRefusals.signInFirst);
  return actor;
}

/** 0 for free up to 3 for vip. */
export function tierRank(tier: Tier): number {
  return tiers.indexOf(tier);
}
