import type { TooltipProps } from '@mantine/core';
import { type FocusEvent, type PointerEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import { pageAtRest } from '../../page-at-rest.ts';
import { tooltipDelay } from '../theme.ts';
import { fetchFloating, floating } from './floating.ts';
import { Target } from './target.tsx';

/**
 * Mantine's tooltip, whose code is fetched when a pointer or the keyboard's focus comes to the button, or when the page
 * has come to rest. It is mounted when it opens for the first time: a page has dozens, and on a phone none of them ever
 * opens.
 */
export function Tooltip({
  children,
  ...tooltip
}: Omit<TooltipProps, 'children' | 'label'> & { label: string; children: ReactElement }) {
  const [wasOpened, setWasOpened] = useState(false);
  const waiting = useRef(0);
  useEffect(() => {
    if (!floating.part) void pageAtRest().then(fetchFloating);
    return () => clearTimeout(waiting.current);
  }, []);
  const openIn = (delay: number) => {
    fetchFloating();
    const timer = window.setTimeout(
      () => void floating.loaded.then(() => waiting.current === timer && setWasOpened(true)),
      delay,
    );
    waiting.current = timer;
  };
  const stayClosed = () => {
    clearTimeout(waiting.current);
    waiting.current = 0;
  };
  const before = {
    onPointerEnter({ pointerType }: PointerEvent) {
      // As in Mantine, a touch shows none.
      if (pointerType === 'mouse') openIn(floating.part?.isWarm() ? 0 : tooltipDelay);
    },
    onPointerLeave: stayClosed,
    onFocus({ currentTarget }: FocusEvent) {
      if (currentTarget.matches(':focus-visible')) openIn(0);
    },
    onBlur: stayClosed,
  };
  const Opened = wasOpened && floating.part?.OpenedTooltip;
  return (
    <Target button={children} before={before}>
      {(targetProxy) => Opened && <Opened {...tooltip}>{targetProxy}</Opened>}
    </Target>
  );
}
