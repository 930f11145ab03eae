import { UnstyledButton } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { Tooltip } from '#web/ui/overlays/tooltip.tsx';
import classes from './action-button.module.css';

/** A round button with its label under it, beside or over a video. */
export function ActionButton({
  icon: Picture,
  label,
  hint,
  shortcut,
  pressed,
  popup,
  onClick,
  ...marks
}: {
  icon: Icon;
  label: string;
  /** The accessible name, where the label is too short. */
  hint?: string;
  /** The key that does the same, as in `aria-keyshortcuts`. */
  shortcut?: string;
  /** For a toggle. */
  pressed?: boolean;
  /** It opens a dialog. */
  popup?: boolean;
  onClick: () => void;
  'data-step'?: 'next' | 'previous';
}) {
  const name = hint ?? label;
  return (
    <Tooltip label={shortcut ? `${name} (${keyNames[shortcut] ?? shortcut})` : name} position="left">
      <UnstyledButton
        className={classes.action}
        aria-label={name}
        aria-pressed={pressed}
        aria-haspopup={popup ? 'dialog' : undefined}
        aria-keyshortcuts={shortcut}
        onClick={onClick}
        {...marks}
      >
        <span className={classes.bubble}>
          <Picture className={classes.icon} aria-hidden />
        </span>
        <span className={classes.label}>{label}</span>
      </UnstyledButton>
    </Tooltip>
  );
}

const keyNames: Record<string, string> = { ArrowDown: '↓', ArrowUp: '↑' };
