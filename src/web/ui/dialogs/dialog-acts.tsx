import type { ReactNode } from 'react';
import classes from './dialog-acts.module.css';

/** The buttons at the foot of a dialog or form: at its end, and on a phone as wide as it is. */
export function DialogActs({ children }: { children: ReactNode }) {
  return <div className={classes.acts}>{children}</div>;
}
