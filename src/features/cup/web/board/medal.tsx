import styles from './medal.module.css';

/** The gold, silver or bronze medal; the position stands beside it as text. */
export function Medal({ position }: { position: number }) {
  return (
    <svg viewBox="0 0 44 52" className={styles.medal} data-position={position} aria-hidden="true">
      <path className={styles.ribbon} d="M9 2.5c3-.8 6-.8 9 0l6.5 15.5c-3.5 2.5-6.5 3-10 2.5z" />
      <path className={styles.ribbonBack} d="M35 2.5c-3-.8-6-.8-9 0l-6.5 15.5c3.5 2.5 6.5 3 10 2.5z" />
      <path
        className={styles.disc}
        d="M22 15.5c9.600-.4 17 7 16.800 17.200C38.600 42.600 31.600 50 22 50S5.200 42.800 5 33c-.2-9.800 7.400-17.100 17-17.5z"
      />
      <path
        className={styles.rim}
        d="M22 20.5c7-.2 11.900 5 11.800 12.200C33.700 39.800 29 45 22 45s-11.900-5-12-12c-.1-7 5-12.300 12-12.5z"
      />
      <text className={styles.number} x="22" y="39" textAnchor="middle">
        {position}
      </text>
    </svg>
  );
}
