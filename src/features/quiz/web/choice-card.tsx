import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './choice-card.module.css';

/** A big thing to tap: a check box or a radio button of the browser's own, drawn as a card. */
export function ChoiceCard({
  type,
  name,
  value,
  checked,
  wide = false,
  onChoose,
  children,
}: {
  type: 'checkbox' | 'radio';
  name: string;
  value: string;
  checked: boolean;
  /** One below the other instead of side by side. */
  wide?: boolean;
  onChoose: () => void;
  children: ReactNode;
}) {
  return (
    <label className={classes.card} data-wide={wide || undefined}>
      <input
        type={type}
        name={name}
        value={value}
        checked={checked}
        onChange={onChoose}
        className="visually-hidden"
      />
      {children}
      <span className={classes.tick}>
        <IconCheck aria-hidden />
      </span>
    </label>
  );
}
