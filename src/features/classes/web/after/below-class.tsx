import type { ClassCard } from '../../contract.ts';
import { NextWithTeacher } from './next-with-teacher.tsx';
import { NotesToRead } from './notes-to-read.tsx';

/** What a class leaves: its notes for a student who was there and, once it is over, the way to its teacher's next. */
export function BelowClass({
  liveClass,
  isOver,
  zone,
  titleOrder = 3,
}: {
  liveClass: ClassCard;
  isOver: boolean;
  /** The reader's. */
  zone: string;
  titleOrder?: 2 | 3;
}) {
  return (
    <>
      {liveClass.hasNotes && <NotesToRead liveClass={liveClass} titleOrder={titleOrder} />}
      {isOver && <NextWithTeacher liveClass={liveClass} zone={zone} titleOrder={titleOrder} />}
    </>
  );
}
