import styles from './coin.module.css';

/** A sumicoin: gold, with a brush-drawn ring and the drop of ink. A drawing beside words or figures. */
export function Coin({ size = 'sm' }: { size?: 'sm' | 'md' | 'lg' }) {
  return (
    <svg viewBox="0 0 40 40" className={styles.coin} data-size={size} aria-hidden="true">
      <circle className={styles.edge} cx="20" cy="21.5" r="17" />
      <circle className={styles.face} cx="20" cy="18.5" r="17" />
      <path
        className={styles.ring}
        d="M13.2 29.1C9.4 26.9 7.6 22.9 7.9 18.6 8.4 12 13.6 7 20.2 7.1c6.6.1 11.9 5.2 12 11.7.1 5.6-3.4 10-8.5 11.4"
      />
      <path
        className={styles.drop}
        d="M20.8 10.9c.9 3.4 2.5 5 3.7 6.7.9 1.3 1.4 2.5 1.4 3.9 0 3.2-2.5 5.2-5.8 5.2s-5.8-2-5.8-5.2c0-2 .9-3.4 2.1-4.7 1.5-1.6 2.9-3 3.2-5.8.1-.8 1-.9 1.2-.1z"
      />
      <path className={styles.shine} d="M6.6 15.2C7.9 10.4 11 7 15.2 5.4" />
    </svg>
  );
}
