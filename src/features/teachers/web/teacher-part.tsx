import { Outlet } from 'react-router';
import { FillShellSlot } from '#web/shell/shell-slot.tsx';
import { TeacherPortal } from './teacher-portal.tsx';

/** Fills the place that the profile page leaves for a person's teaching. */
export default function TeacherPart() {
  return (
    <>
      <FillShellSlot name="part">
        <TeacherPortal />
      </FillShellSlot>
      <Outlet />
    </>
  );
}
