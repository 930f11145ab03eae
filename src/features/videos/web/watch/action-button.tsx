import { Tooltip, UnstyledButton } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import classes from './action-button.module.css';

/** A round button with its name under it: beside a video, or light over a clip. */
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
  /** Its whole name, where the label is too short to stand alone. */
  hint?: string;
  /** The key that does the same, as in `aria-keyshortcuts`. */
  shortcut?: string;
  /** For what is on or off. */
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
