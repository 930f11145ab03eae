import classes from './logo.module.css';

/** The mark: a drop falling from a brush stroke; with the word unless `markOnly`. */
export function Logo({ markOnly = false }: { markOnly?: boolean }) {
  return (
    <span className={classes.logo}>
      <svg viewBox="0 0 40 40" className={classes.mark} aria-hidden="true">
        <path
          className={classes.stroke}
          d="M29.5 6.2C24 2.6 14.8 3 10.6 7.7c-3.9 4.5-.9 9.4 4.3 11.1 5.6 1.9 12.2 2.2 12.6 7.1.4 4.7-6 7.2-11.3 6.3-3.2-.6-6.4-2.2-8.8-4.4-1-.9-2.5.2-1.9 1.4 2.2 4.3 7.3 7 12.3 7.1 8.3.2 16.2-4.2 15.9-11.6-.3-7.3-7.9-8.5-13.7-10.1-3.7-1-5-2.5-3.9-4.3 1.8-2.9 7.2-2.6 11.6-1.2 1.9.6 3.5-1.6 1.8-2.9z"
        />
        <path
          className={classes.drop}
          d="M34.3 27.5c.5 2.4 3.2 4.1 3.2 6.9a3.7 3.7 0 0 1-7.4 0c0-2.6 2.6-4.5 3.1-6.9.1-.6 1-.6 1.1 0z"
        />
      </svg>
      {markOnly ? <span className="visually-hidden">Sumi</span> : <span className={classes.word}>Sumi</span>}
    </span>
  );
}
