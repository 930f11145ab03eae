import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './fold.module.css';

/** Words that open what lies below them. */
export function Fold({
  title,
  open = false,
  children,
}: {
  title: string;
  /** Whether it is open from the start. */
  open?: boolean;
  children: ReactNode;
}) {
  return (
    <details open={open || undefined} className={styles.fold}>
      <summary className={styles.summary}>
        {title}
        <IconChevronDown className={styles.chevron} size="1.25rem" aria-hidden />
      </summary>
      <div className={styles.inside}>{children}</div>
    </details>
  );
}
