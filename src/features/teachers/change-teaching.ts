import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { memberOf } from '#shared/actor.ts';
import { Refusal } from '#shared/refusal.ts';
import { type OwnTeacherProfile, type TeachingForm, teacherRefusals } from './contract.ts';
import { pageChangedAt } from './page-changed-at.ts';
import { publishTeachersChanged } from './publish-teachers-changed.ts';
import { readOwnTeacherProfile } from './reads.ts';

export type TeachingChange = { [Part in keyof TeachingForm]?: TeachingForm[Part] | undefined };

/**
 * Changes a teacher's own profile; a missing field stays as it is. A page that is hidden then waits for an
 * administrator to look at it.
 * @throws Refusal notFound without a teacher profile, noLanguage
 */
export async function changeTeaching(outer: Ctx, change: TeachingChange): Promise<OwnTeacherProfile> {
  const { userId } = memberOf(outer.actor);
  if (change.languagesTaught?.length === 0) throw new Refusal(teacherRefusals.noLanguage);
  return inTransaction(outer, async (ctx) => {
    await readOwnTeacherProfile(ctx);
    const { bio, languagesTaught, specialties, experienceYears } = change;
    await ctx.db
      .updateTable('teacherProfiles')
      .set({ bio, languagesTaught, specialties, experienceYears, updatedAt: ctx.now })
      .set({ pageChangedAt: pageChangedAt(ctx.now) })
      .where('userId', '=', userId)
      .execute();
    await publishTeachersChanged(ctx, userId);
    return readOwnTeacherProfile(ctx);
  });
}
