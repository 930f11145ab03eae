import { ReportButton } from '#features/reports/web/report-button.tsx';
import type { ClassCard } from '../../contract.ts';
import { momentOf } from '../class-moment.ts';
import { NextWithTeacher } from './next-with-teacher.tsx';
import { NotesToRead } from './notes-to-read.tsx';

/**
 * What a class leaves: its notes for a student who was there and, once it is over, the way to its teacher's next. A
 * student with a seat reports here what happened in it.
 */
export function BelowClass({
  liveClass,
  now,
  zone,
  titleOrder = 3,
}: {
  liveClass: ClassCard;
  now: Date;
  /** The reader's. */
  zone: string;
  titleOrder?: 2 | 3;
}) {
  const moment = momentOf(liveClass, now);
  return (
    <>
      {liveClass.hasNotes && <NotesToRead liveClass={liveClass} titleOrder={titleOrder} />}
      {liveClass.isEnrolled && ['live', 'ended'].includes(moment) && (
        <div>
          <ReportButton kind="class" subject={liveClass.id} title={liveClass.title} look="words" />
        </div>
      )}
      {['ended', 'cancelled'].includes(moment) && (
        <NextWithTeacher liveClass={liveClass} zone={zone} titleOrder={titleOrder} />
      )}
    </>
  );
}
