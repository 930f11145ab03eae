import { useId } from 'react';
import classes from './segmented-control.module.css';

/**
 * One choice of a few, side by side. Mantine's measures each segment once the page stands, to slide its indicator, and
 * has React draw the page in one piece for that; here the chosen segment is the one whose radio is checked.
 */
export function SegmentedControl<Value extends string>({
  label,
  data,
  value,
  onChange,
  fullWidth = false,
  className = '',
}: {
  /** What the choice is about, for screen readers. */
  label: string;
  data: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
  fullWidth?: boolean;
  className?: string;
}) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={`${classes.root} ${className}`}
      data-full-width={fullWidth || undefined}
    >
      {data.map((segment) => (
        <label key={segment.value} className={classes.segment}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            value={segment.value}
            checked={segment.value === value}
            onChange={() => onChange(segment.value)}
          />
          <span className={classes.label}>{segment.label}</span>
        </label>
      ))}
    </div>
  );
}
