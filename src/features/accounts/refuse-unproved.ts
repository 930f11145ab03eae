import { hasProvedContact, type Member } from '#shared/actor.ts';
import { Refusal } from '#shared/refusal.ts';
import { confirmEmailFirst } from './contract.ts';

/** For what needs a proved address, beside a feature's own permissions. @throws Refusal confirmEmailFirst */
export function refuseUnprovedEmail({ emailProved }: Pick<Member, 'emailProved'>): void {
  if (!emailProved) throw new Refusal(confirmEmailFirst);
}

/**
 * For what no account with a made-up address may do, and a kid may whose guardian consented.
 * @throws Refusal confirmEmailFirst
 */
export function refuseUnprovedContact(
  member: Pick<Member, 'emailProved' | 'ageGroup' | 'guardianConsent'>,
): void {
  if (!hasProvedContact(member)) throw new Refusal(confirmEmailFirst);
}
