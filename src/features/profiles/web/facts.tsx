import { Fragment, type ReactNode } from 'react';
import classes from './profile.module.css';

export type Fact = { label: string; value: ReactNode };

/** What is known, as names and values. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(({ label, value }) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

/** Several values, each a chip. */
export function Chips({ chips }: { chips: readonly { id: string; chip: ReactNode }[] }) {
  return (
    <ul className={classes.chips}>
      {chips.map(({ id, chip }) => (
        <li key={id} className={classes.chip}>
          {chip}
        </li>
      ))}
    </ul>
  );
}
