import { Outlet } from 'react-router';
import { FillShellSlot } from '#web/shell/shell-slot.tsx';
import { TeacherPortal } from './teacher-portal.tsx';

/** Around the profile: where that leaves room for a person's teaching, it stands there. */
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
