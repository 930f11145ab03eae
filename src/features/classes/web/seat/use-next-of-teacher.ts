import { useList } from '#web/api/use-list.ts';
import type { ClassCard } from '../../contract.ts';
import { teacherClassesQuery } from '../queries.ts';

/**
 * The classes to come of the teacher of a class: the next in which the reader can enrol, one of the same title before
 * others, the next in which they have a seat, and the very next, which may be full or above their plan.
 */
export function useNextOfTeacher(
  { id, teacherId, title }: Pick<ClassCard, 'id' | 'teacherId' | 'title'>,
  now: Date,
): {
  open: ClassCard | undefined;
  own: ClassCard | undefined;
  first: ClassCard | undefined;
} {
  const { items } = useList(teacherClassesQuery(teacherId));
  const toCome = (items ?? []).filter(
    (each) => each.id !== id && each.status === 'scheduled' && Date.parse(each.startsAt) > now.getTime(),
  );
  const open = toCome.filter(({ allowed, isEnrolled }) => allowed.enrol === null && !isEnrolled);
  return {
    open: open.find((each) => each.title === title) ?? open[0],
    own: toCome.find(({ isEnrolled }) => isEnrolled),
    first: toCome[0],
  };
}
