import { Outlet } from 'react-router';
import { FillShellSlot } from '#web/shell/shell-slot.tsx';
import { OwnData } from './own/own-data.tsx';

/** Fills the end of the profile page with what a person may do with their data. */
export default function OwnDataPart() {
  return (
    <>
      <FillShellSlot name="end">
        <OwnData />
      </FillShellSlot>
      <Outlet />
    </>
  );
}
