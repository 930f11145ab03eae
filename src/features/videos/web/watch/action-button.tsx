import { UnstyledButton } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Tooltip } from '#web/ui/overlays/tooltip.tsx';
import classes from './action-button.module.css';

/** A round button with its label under it, beside or over a video; with `to` it is a link. */
export function ActionButton({
  icon: Picture,
  label,
  hint,
  shortcut,
  pressed,
  popup,
  to,
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
  to?: string;
  onClick?: () => void;
  'data-step'?: 'next' | 'previous';
}) {
  const name = hint ?? label;
  const inside = (
    <>
      <span className={classes.bubble}>
        <Picture className={classes.icon} aria-hidden />
      </span>
      <span className={classes.label}>{label}</span>
    </>
  );
  return (
    <Tooltip label={shortcut ? `${name} (${keyNames[shortcut] ?? shortcut})` : name} position="left">
      {to ? (
        <UnstyledButton component={Link} to={to} className={classes.action} aria-label={name}>
          {inside}
        </UnstyledButton>
      ) : (
        <UnstyledButton
          className={classes.action}
          aria-label={name}
          aria-pressed={pressed}
          aria-haspopup={popup ? 'dialog' : undefined}
          aria-keyshortcuts={shortcut}
          onClick={onClick}
          {...marks}
        >
          {inside}
        </UnstyledButton>
      )}
    </Tooltip>
  );
}

const keyNames: Record<string, string> = { ArrowDown: '↓', ArrowUp: '↑' };
