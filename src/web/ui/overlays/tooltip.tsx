import type { TooltipProps } from '@mantine/core';
import {
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { fetchFloating, floating } from './floating.ts';
import { useLazyPart } from './lazy-part.ts';
import { Target } from './target.tsx';

/** After one tooltip, the next within this time opens at once, in milliseconds. */
const warmFor = 300;

/** Whether a tooltip is shown, or was a moment ago. Mantine's own group would have to be around the whole frame. */
const warmth = { isWarm: false, listeners: new Set<() => void>(), cooling: 0 };

function warm(isWarm: boolean): void {
  warmth.isWarm = isWarm;
  for (const tell of warmth.listeners) tell();
}

function onWarmth(tell: () => void): () => void {
  warmth.listeners.add(tell);
  return () => warmth.listeners.delete(tell);
}

/**
 * Mantine's tooltip, whose code is fetched when a pointer comes to the button, or when the page has come to rest. One
 * that the pointer waits for is shown when it is here.
 */
export function Tooltip({
  children,
  label,
  ...tooltip
}: Omit<TooltipProps, 'children' | 'label'> & { label: string; children: ReactElement }) {
  const parts = useLazyPart(floating, false);
  const [isHovered, setHovered] = useState(false);
  const isWarm = useSyncExternalStore(
    onWarmth,
    () => warmth.isWarm,
    () => false,
  );
  const before = {
    onPointerEnter({ pointerType }: PointerEvent) {
      // As in Mantine, a touch shows none.
      if (pointerType !== 'mouse') return;
      setHovered(true);
      fetchFloating();
    },
    onPointerLeave: () => setHovered(false),
  };
  return (
    <Target button={children} before={before}>
      {(targetProxy) =>
        parts && (
          <parts.Tooltip
            {...tooltip}
            {...(isWarm && { openDelay: 0 })}
            label={<Shown>{label}</Shown>}
            defaultOpened={isHovered}
          >
            {targetProxy}
          </parts.Tooltip>
        )
      }
    </Target>
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
