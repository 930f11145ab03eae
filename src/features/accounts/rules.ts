import type { Role } from '#shared/actor.ts';

/** An administrator can harm everybody: their password is longer. */
const adminPasswordMinLength = 12;

/** The fewest characters of somebody's password; `floor` is the community's own. */
export function passwordMinLengthFor(role: Role | null, floor: number): number {
  return role === 'admin' ? Math.max(adminPasswordMinLength, floor) : floor;
}

/** Whom a second factor protects more than themselves: they are urged to add one. */
export function shouldHaveSecondFactor(who: { role: Role; verifiedTeacher: boolean }): boolean {
  return who.role === 'admin' || who.verifiedTeacher;
}

/** How long a link in a letter can be followed, in minutes. */
export const linkMinutes = {
  'reset-password': 60,
  'verify-email': 24 * 60,
  'change-email': 24 * 60,
  'sign-up': 24 * 60,
} as const;
export type LinkPurpose = keyof typeof linkMinutes;

/** How often: for one account, whether or not it exists. */
export const accountLimits = {
  signIn: { max: 25, windowMs: 60 * 60_000 },
  reset: { max: 5, windowMs: 30 * 60_000 },
  signUp: { max: 5, windowMs: 30 * 60_000 },
  letters: { max: 5, windowMs: 30 * 60_000 },
} as const;

/** How often anything may be asked in one person's name. */
export const requestLimit = { max: 1500, windowMs: 5 * 60_000 } as const;
