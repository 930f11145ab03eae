import { Outlet, useParams } from 'react-router';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { FillShellSlot } from '#web/shell/shell-slot.tsx';
import { TeacherClasses } from './teacher-classes.tsx';
import { TeacherReviews } from './teacher-reviews.tsx';

/**
 * Around a teacher's public page, which leaves room for the classes that they give next, for members, and for what
 * students wrote about them, for everybody.
 */
export default function TeacherClassesAndReviews() {
  const { id = '' } = useParams();
  const { account } = useAccount();
  return (
    <>
      <FillShellSlot name="part">
        {account && <TeacherClasses id={id} />}
        <TeacherReviews id={id} />
      </FillShellSlot>
      <Outlet />
    </>
  );
}
