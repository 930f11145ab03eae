import { Outlet } from 'react-router';
import { FillShellSlot } from '#web/shell/shell-slot.tsx';
import { PriceList } from './price-list.tsx';

/** Fills the place that the page of payments leaves for the prices. */
export default function PricesPart() {
  return (
    <>
      <FillShellSlot name="part">
        <PriceList />
      </FillShellSlot>
      <Outlet />
    </>
  );
}
