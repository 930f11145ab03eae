import type { ReactNode } from 'react';
import styles from './key-figures.module.css';

/** Named figures side by side, as many in a row as fit; `large` where they are what the page is about. */
export function KeyFigures({
  figures,
  narrowest = '11rem',
  large = false,
}: {
  figures: readonly { label: string; figure: ReactNode }[];
  /** How narrow one of them may be. */
  narrowest?: string;
  large?: boolean;
}) {
  return (
    <dl
      className={styles.figures}
      data-large={large || undefined}
      style={{ gridTemplateColumns: `repeat(auto-fit, minmax(min(100%, ${narrowest}), 1fr))` }}
    >
      {figures.map(({ label, figure }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  );
}
