import { Outlet } from 'react-router';
import { FillShellSlot } from '#web/shell/shell-slot.tsx';
import { NextClass } from './next-class.tsx';

/** Around the dashboard, which leaves room for the reader's next class. */
export default function NextClassPart() {
  return (
    <>
      <FillShellSlot name="part">
        <NextClass />
      </FillShellSlot>
      <Outlet />
    </>
  );
}
