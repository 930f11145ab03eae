import { Tooltip, type TooltipProps } from '@mantine/core';
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';

/** After one tooltip, the next within this time opens at once, in milliseconds. */
const warmFor = 300;

/** Whether a tooltip is shown, or was a moment ago. Mantine's own group would have to be around the whole frame. */
const warmth = { isWarm: false, listeners: new Set<() => void>(), cooling: 0 };

export const isWarm = () => warmth.isWarm;

function warm(isWarm: boolean): void {
  warmth.isWarm = isWarm;
  for (const tell of warmth.listeners) tell();
}

function onWarmth(tell: () => void): () => void {
  warmth.listeners.add(tell);
  return () => warmth.listeners.delete(tell);
}

/** Mantine's tooltip from its first opening on. */
export function OpenedTooltip({ label, ...tooltip }: TooltipProps) {
  const opensAtOnce = useSyncExternalStore(onWarmth, isWarm);
  return (
    <Tooltip
      {...tooltip}
      {...(opensAtOnce && { openDelay: 0 })}
      label={<Shown>{label}</Shown>}
      defaultOpened
    />
  );
}

function Shown({ children }: { children: ReactNode }) {
  useEffect(() => {
    clearTimeout(warmth.cooling);
    warm(true);
    return () => {
      warmth.cooling = window.setTimeout(() => warm(false), warmFor);
    };
  }, []);
  return children;
}
