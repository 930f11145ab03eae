import { isDeepStrictEqual } from 'node:util';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { memberOf } from '#shared/actor.ts';
import { Refusal } from '#shared/refusal.ts';
import { type OwnTeacherProfile, type TeachingForm, teacherRefusals } from './contract.ts';
import { pageChangedAt } from './page-changed-at.ts';
import { publishTeachersChanged } from './publish-teachers-changed.ts';
import { readOwnTeacherProfile } from './reads.ts';

const parts = ['bio', 'languagesTaught', 'specialties', 'experienceYears'] as const;

export type TeachingChange = { [Part in keyof TeachingForm]?: TeachingForm[Part] | undefined };

/**
 * Changes a teacher's own profile; a missing field stays as it is. A page that is hidden then waits for an
 * administrator to look at it, unless it says what it said before.
 * @throws Refusal notFound without a teacher profile, noLanguage
 */
export async function changeTeaching(outer: Ctx, change: TeachingChange): Promise<OwnTeacherProfile> {
  const { userId } = memberOf(outer.actor);
  if (change.languagesTaught?.length === 0) throw new Refusal(teacherRefusals.noLanguage);
  return inTransaction(outer, async (ctx) => {
    const before = await readOwnTeacherProfile(ctx);
    const isSame = (part: (typeof parts)[number]) =>
      change[part] === undefined || isDeepStrictEqual(change[part], before[part]);
    if (parts.every(isSame)) return before;
    const { bio, languagesTaught, specialties, experienceYears } = change;
    await ctx.db
      .updateTable('teacherProfiles')
      .set({ bio, languagesTaught, specialties, experienceYears })
      .set((row) => ({ pageChangedAt: pageChangedAt(ctx.now), version: row('version', '+', 1) }))
      .where('userId', '=', userId)
      .execute();
    await publishTeachersChanged(ctx, userId);
    return readOwnTeacherProfile(ctx);
  });
}
