import type { Member } from '#shared/actor.ts';
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
export function refuseUnprovedContact({ contactProved }: Pick<Member, 'contactProved'>): void {
  if (!contactProved) throw new Refusal(confirmEmailFirst);
}
