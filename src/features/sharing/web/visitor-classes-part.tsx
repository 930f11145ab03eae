import { Outlet, useParams } from 'react-router';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { FillShellSlot } from '#web/shell/shell-slot.tsx';
import { VisitorClasses } from './visitor-classes.tsx';

/**
 * Around a teacher's public page: what visitors see of the classes that the teacher gives next. Members see their own.
 */
export default function VisitorClassesPart() {
  const { id = '' } = useParams();
  const { account, isLoading } = useAccount();
  return (
    <>
      <FillShellSlot name="part">
        {/* Keeps its place before the other parts while the account is loading. */}
        <div>{!account && !isLoading && <VisitorClasses teacherId={id} />}</div>
      </FillShellSlot>
      <Outlet />
    </>
  );
}
