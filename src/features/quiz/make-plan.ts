import { changeProfile } from '#features/profiles/change-profile.ts';
import { readProfile } from '#features/profiles/read-profile.ts';
import { setPreferences } from '#features/profiles/set-preferences.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { Member } from '#shared/actor.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import type { Contact, KeptPlanAnswers, PersonalPlan } from './contract.ts';
import { readPlan } from './reads.ts';

/**
 * Makes a personal plan and stores the answers: in the profile of a member, whose contact is ignored; as a lead for a
 * visitor.
 * @throws Refusal signInFirst for a visitor without a contact
 */
export async function makePlan(
  outer: Ctx,
  { contact, country, ...answers }: KeptPlanAnswers & { contact?: Contact | undefined },
): Promise<PersonalPlan> {
  return inTransaction(outer, async (ctx) => {
    if (ctx.actor.kind === 'member') {
      const actor = await fillProfile(ctx, ctx.actor, { ...answers, country });
      return readPlan({ ...ctx, actor }, answers);
    }
    // Often a session that has just expired: the browser keeps the answers while the person signs in again.
    if (!contact) throw new Refusal(commonRefusals.signInFirst);
    await ctx.db
      .insertInto('quizLeads')
      .values({ ...contact, ...answers })
      .execute();
    return readPlan(ctx, answers);
  });
}

/**
 * Adds the plan's language to those of the profile, and the country where it has none; returns the member with the new
 * languages.
 */
async function fillProfile(
  ctx: Ctx,
  member: Member,
  { language, country, ...rest }: KeptPlanAnswers,
): Promise<Member> {
  const before = await readProfile(ctx);
  const languages = [...new Set([language, ...before.languages])];
  if (country && before.country === null) await changeProfile(ctx, { country });
  await setPreferences(ctx, { ...rest, languages });
  return { ...member, languages };
}
