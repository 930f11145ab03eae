import type { ReportSubject } from '#features/reports/report-subject.ts';
import { memberOf } from '#shared/actor.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import { readClassState } from '../lock-class.ts';
import { hasStarted, organisersAddress } from '../rules.ts';

/**
 * What happened in a live class, as something that its teacher and the students with a seat can report once it began.
 */
export const classSubject: ReportSubject = {
  kind: 'class',
  async find(ctx, id) {
    const { userId } = memberOf(ctx.actor);
    const liveClass = await readClassState(ctx, id, userId);
    const wasThere = liveClass.isEnrolled || liveClass.createdBy === userId;
    if (!wasThere || !hasStarted(liveClass, ctx.now)) throw new Refusal(commonRefusals.notFound);
    return { id };
  },
  async describe({ db }, ids) {
    const rows = await db
      .selectFrom('classes')
      .innerJoin('shownPeople as teacher', 'teacher.id', 'createdBy')
      .select(['classes.id', 'title', 'createdBy', 'teacher.name'])
      .where('classes.id', 'in', [...ids])
      .execute();
    return new Map(
      rows.map(({ id, title, createdBy, name }) => [
        id,
        {
          title: `${title} · ${name}`,
          link: organisersAddress(id, 'roll'),
          isShown: true,
          personId: createdBy,
          owners: [createdBy],
        },
      ]),
    );
  },
};
