import { readActor } from '#features/accounts/resolve-actor.ts';
import type { Ctx } from '#server/ctx.ts';
import type { Member } from '#shared/actor.ts';
import { Refusal } from '#shared/refusal.ts';
import { calendarRefusals } from './contract.ts';
import { may } from './permissions.ts';

/**
 * The person whom an administrator names as the organiser, with the rights they have now.
 * @throws Refusal notOrganising when that person may not give classes
 */
export async function refuseUnlessOrganiser(ctx: Ctx, userId: string): Promise<Member> {
  const person = await readActor(ctx, userId, 'named by somebody else');
  if (person.kind === 'visitor' || may(person, 'organise', userId)) {
    throw new Refusal(calendarRefusals.notOrganising);
  }
  return person;
}
