import { Outlet } from 'react-router';
import { FillShellSlot } from '#web/shell/shell-slot.tsx';
import { OfferedSeat } from './offered-seat.tsx';
import { TodayCard } from './today-card.tsx';

/** Around the dashboard, which leaves room for a seat to answer and for what is left to do today. */
export default function TodayPart() {
  return (
    <>
      <FillShellSlot name="part">
        <OfferedSeat />
      </FillShellSlot>
      <FillShellSlot name="aside">
        <TodayCard />
      </FillShellSlot>
      <Outlet />
    </>
  );
}
