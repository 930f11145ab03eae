import { learnersAddress } from '#features/classes/rules.ts';
import { notify } from '#features/notifications/notify.ts';
import type { Ctx } from '#server/ctx.ts';
import type { Attended } from './seed-history.ts';
import type { People } from './seed-people.ts';

/** The number of clips that the first teacher has proposed and that wait for an administrator. */
export const proposedClips = 2;

/** Inserts what waits for an administrator: proposals and a cup claim, and a notice. */
export async function seedDesk(ctx: Ctx, people: People, attended: readonly Attended[]): Promise<void> {
  const { db } = ctx;
  const oldest = await db
    .selectFrom('videos')
    .select('id')
    .orderBy('createdAt')
    .limit(proposedClips)
    .execute();
  await db
    .updateTable('videos')
    .set({
      moderationStatus: 'pending',
      isForKids: false,
      proposedForKids: true,
      proposedBy: people.idOf('Mariana Cifuentes'),
    })
    .where(
      'id',
      'in',
      oldest.map(({ id }) => id),
    )
    .execute();

  const [first = ''] = people.students;
  await db
    .insertInto('cupClaims')
    .values({ userId: people.idOf('Daniela Ospina'), username: 'daniela_ospina' })
    .execute();

  const last = attended.find(({ userId }) => userId === first);
  if (last) {
    await notify(ctx, {
      to: [first],
      kind: 'classes.review-wanted',
      detail: { title: last.title },
      link: learnersAddress(last.classId, 'rate'),
    });
  }
}
