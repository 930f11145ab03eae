import type { ReportSubject } from '#features/reports/report-subject.ts';
import { memberOf } from '#shared/actor.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import { readClassState } from '../lock-class.ts';
import { may } from '../permissions.ts';
import { organisersAddress } from '../rules.ts';
import { hideMessage } from './hide-message.ts';

/** A message to a class, as something that a student who reads it can report. */
export const messageSubject: ReportSubject = {
  kind: 'message',
  async find(ctx, id) {
    const message = await ctx.db
      .selectFrom('classMessages')
      .select('classId')
      .where('id', '=', id)
      .where('hiddenAt', 'is', null)
      .executeTakeFirst();
    if (!message) throw new Refusal(commonRefusals.notFound);
    const liveClass = await readClassState(ctx, message.classId, memberOf(ctx.actor).userId);
    if (may(ctx.actor, 'read-messages', liveClass)) throw new Refusal(commonRefusals.notFound);
    return { id };
  },
  async describe({ db }, ids) {
    const rows = await db
      .selectFrom('classMessages')
      .select(['id', 'classId', 'words', 'writtenBy', 'hiddenAt'])
      .where('id', 'in', [...ids])
      .execute();
    return new Map(
      rows.map(({ id, classId, words, writtenBy, hiddenAt }) => [
        id,
        {
          title: words,
          link: organisersAddress(classId, 'roll'),
          isShown: hiddenAt === null,
          personId: writtenBy,
          owners: [writtenBy],
        },
      ]),
    );
  },
  hide: hideMessage,
  show: (ctx, id) => hideMessage(ctx, id, null),
};
