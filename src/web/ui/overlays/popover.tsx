import type { PopoverProps } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';
import { fetchFloating, floating } from './floating.ts';
import { useLazyPart, useMayOpen } from './lazy-part.ts';
import { Target } from './target.tsx';
import { toastMissingPart } from './toast-missing-part.ts';

type Props = Omit<PopoverProps, 'className' | 'children'> & {
  opened: boolean;
  /** The accessible name of what opens. */
  label: string;
  /** Styles what opens. */
  className?: string | undefined;
  children: ReactNode;
};

const before = {
  'aria-haspopup': 'dialog',
  'aria-expanded': false,
  onPointerEnter: fetchFloating,
  onFocus: fetchFloating,
};

/**
 * Mantine's popover at the button `target`. Its code is fetched when it is first opened, or when the page has come to
 * rest.
 */
export function Popover({ target, ...popover }: Props & { target: ReactElement }) {
  const parts = useLazyPart(floating, popover.opened, (error) => {
    toastMissingPart(error);
    popover.onChange?.(false);
  });
  return (
    <Target button={target} before={before}>
      {(targetProxy) => parts && <PopoverHere {...popover} parts={parts} targetProxy={targetProxy} />}
    </Target>
  );
}

function PopoverHere({
  parts: { Popover },
  targetProxy,
  opened,
  label,
  className,
  children,
  ...popover
}: Props & { parts: NonNullable<typeof floating.part>; targetProxy: ReactElement }) {
  const mayOpen = useMayOpen();
  return (
    <Popover {...popover} opened={mayOpen && opened}>
      <Popover.Target>{targetProxy}</Popover.Target>
      <Popover.Dropdown className={className} aria-label={label}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}
