import { Outlet, useParams } from 'react-router';
import { FillShellSlot } from '#web/shell/shell-slot.tsx';
import { TeacherClasses } from './teacher-classes.tsx';

/** Around a teacher's public page, which leaves room for the classes that they give next. */
export default function TeacherClassesPart() {
  const { id = '' } = useParams();
  return (
    <>
      <FillShellSlot name="part">
        <TeacherClasses id={id} />
      </FillShellSlot>
      <Outlet />
    </>
  );
}
