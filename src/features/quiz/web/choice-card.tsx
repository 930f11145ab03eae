import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './choice-card.module.css';

/** A native check box or radio button drawn as a card, large enough for a thumb. */
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
  /** Cards below each other instead of side by side. */
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
