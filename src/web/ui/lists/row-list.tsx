import type { ReactNode } from 'react';
import styles from './row-list.module.css';

/** A sheet of rows with a line between them: each child is an `li`, or whatever a `div` may hold. */
export function RowList({ as: List = 'ul', children }: { as?: 'ul' | 'div'; children: ReactNode }) {
  return <List className={styles.list}>{children}</List>;
}
