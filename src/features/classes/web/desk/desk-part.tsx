import { Outlet } from 'react-router';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { FillShellSlot } from '#web/shell/shell-slot.tsx';
import { Desk } from './desk.tsx';

/** Fills the place that the teacher's page leaves for a verified teacher's classes. */
export default function DeskPart() {
  const { account } = useAccount();
  return (
    <>
      {account?.verifiedTeacher && (
        <FillShellSlot name="part">
          <Desk teacherId={account.id} zone={account.zone} />
        </FillShellSlot>
      )}
      <Outlet />
    </>
  );
}
