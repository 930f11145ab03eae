import { Outlet } from 'react-router';
import { FillShellSlot } from '#web/shell/shell-slot.tsx';
import { BalanceBadge } from './balance-badge.tsx';

/** Around every page in the user's frame: the balance stands in the bar above it. */
export default function CoinsLayout() {
  return (
    <>
      <FillShellSlot name="top">
        <BalanceBadge />
      </FillShellSlot>
      <Outlet />
    </>
  );
}
