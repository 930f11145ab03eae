import { readProfile } from '#features/profiles/read-profile.ts';
import { setPreferences } from '#features/profiles/set-preferences.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { Member } from '#shared/actor.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import type { Contact, Plan, PlanAnswers } from './contract.ts';
import { readPlan } from './reads.ts';

/**
 * Answers a personal plan and keeps what was said: in the profile of the signed-in, whatever contact they send
 * beside it; as a lead of a visitor, who has to leave a way to reach them or is told to sign in.
 */
export async function makePlan(
  outer: Ctx,
  { contact, ...answers }: PlanAnswers & { contact?: Contact | undefined },
): Promise<Plan> {
  return inTransaction(outer, async (ctx) => {
    if (ctx.actor.kind === 'member') {
      const actor = await fillProfile(ctx, ctx.actor, answers);
      return readPlan({ ...ctx, actor }, answers);
    }
    // Perhaps a session that has just ended: to sign in again is what helps, and nothing typed is thrown away.
    if (!contact) throw new Refusal(commonRefusals.signInFirst);
    await ctx.db
      .insertInto('quizLeads')
      .values({ ...contact, ...answers })
      .execute();
    return readPlan(ctx, answers);
  });
}

/** A plan is about one language; those the profile has besides stay. Answers the member as they learn now. */
async function fillProfile(ctx: Ctx, member: Member, { language, ...rest }: PlanAnswers): Promise<Member> {
  const before = await readProfile(ctx, member);
  const languages = [...new Set([language, ...before.languages])];
  await setPreferences(ctx, member, { ...rest, languages });
  return { ...member, languages };
}
