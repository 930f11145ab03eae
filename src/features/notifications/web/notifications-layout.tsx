import { Outlet } from 'react-router';
import { FillShellSlot } from '#web/shell/shell-slot.tsx';
import { Bell } from './bell.tsx';
import { useTappedNotice } from './use-tapped-notice.ts';

/** Around every page in a frame of the signed-in: the bell stands in the bar above it. */
export default function NotificationsLayout() {
  useTappedNotice();
  return (
    <>
      <FillShellSlot name="tools">
        <Bell />
      </FillShellSlot>
      <Outlet />
    </>
  );
}
