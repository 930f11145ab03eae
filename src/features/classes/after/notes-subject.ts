import type { ReportSubject } from '#features/reports/report-subject.ts';
import { memberOf } from '#shared/actor.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import { readClassState } from '../lock-class.ts';
import { organisersAddress } from '../rules.ts';
import { hideNotes } from './hide-notes.ts';
import { isSomething } from './notify-of-notes.ts';
import { notesRefusal, selectNotes } from './read-notes.ts';

/**
 * The notes of a class, as something that a student who reads them can report, by the id of the class.
 */
export const notesSubject: ReportSubject = {
  kind: 'notes',
  async find(ctx, classId) {
    const liveClass = await readClassState(ctx, classId, memberOf(ctx.actor).userId);
    if (notesRefusal(ctx, liveClass) === null && isSomething(await selectNotes(ctx, liveClass)))
      return { id: classId };
    throw new Refusal(commonRefusals.notFound);
  },
  async describe({ db }, classIds) {
    const rows = await db
      .selectFrom('classNotes')
      .innerJoin('classes', 'classes.id', 'classNotes.classId')
      .select([
        'classes.id',
        'classes.title',
        'classes.createdBy',
        'writtenBy',
        'notes',
        'phrases',
        'hiddenAt',
      ])
      .where('classes.id', 'in', [...classIds])
      .execute();
    return new Map(
      rows.map((row) => [
        row.id,
        {
          title: row.title,
          link: organisersAddress(row.id, 'notes'),
          isShown: isSomething(row) && !row.hiddenAt,
          owners: [row.createdBy, row.writtenBy],
        },
      ]),
    );
  },
  hide: hideNotes,
};
