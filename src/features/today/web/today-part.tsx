import { Outlet } from 'react-router';
import { FillShellSlot } from '#web/shell/shell-slot.tsx';
import { TodayCard } from './today-card.tsx';

/** Around the dashboard, which leaves room for what is left to do today. */
export default function TodayPart() {
  return (
    <>
      <FillShellSlot name="aside">
        <TodayCard />
      </FillShellSlot>
      <Outlet />
    </>
  );
}
