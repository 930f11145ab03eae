import classes from './drawings.module.css';
import portrait from './portrait.module.css';

/** A person of the samples, drawn. */
export function Portrait({ of, label }: { of: 'first' | 'second'; label: string }) {
  return (
    <span role="img" aria-label={label} className={portrait.frame} data-of={of}>
      <svg viewBox="0 0 80 80" aria-hidden="true">
        {of === 'first' ? (
          <>
            <path
              className={classes.hair}
              d="M40 9c-18 0-25 13-25 29 0 15-4 22-8 27 12 5 54 5 66 0-4-5-8-12-8-27 0-16-7-29-25-29z"
            />
            <path className={classes.live} d="M10 80c2-14 14-20 30-20s28 6 30 20z" />
            <path className={classes.skin} d="M32 54h16v9c0 5-16 5-16 0z" />
            <path className={classes.skin} d="M40 18c11 0 17 8 17 20S50 59 40 59 23 50 23 38s6-20 17-20z" />
            <path
              className={classes.hair}
              d="M21 36c2-12 12-13 20-20 5 8 16 8 18 21-1-16-8-23-19-23S21 22 21 36z"
            />
            <circle className={classes.eye} cx="33" cy="38" r="2.2" />
            <circle className={classes.eye} cx="47" cy="38" r="2.2" />
            <path className={classes.feature} d="M34 48c3 4 9 4 12 0M29 32c2-2 5-2 7-1M44 31c2-1 5-1 7 1" />
          </>
        ) : (
          <>
            <path className={classes.teach} d="M8 80c2-14 15-20 32-20s30 6 32 20z" />
            <path className={classes.skinDeep} d="M31 54h18v9c0 6-18 6-18 0z" />
            <path
              className={classes.skinDeep}
              d="M40 16c12 0 18 8 18 21S51 60 40 60 22 50 22 37s6-21 18-21z"
            />
            <path
              className={classes.hair}
              d="M20 34C18 18 28 9 41 9c14 0 21 8 19 24-3-6-5-9-8-11-7 3-19 3-26 0-3 3-5 6-6 12z"
            />
            <path
              className={classes.hair}
              d="M22 40c1 15 8 23 18 23s17-8 18-23c-2 6-5 9-8 9-3-3-17-3-20 0-3 0-6-3-8-9z"
            />
            <path className={portrait.smile} d="M34 52c3 3 9 3 12 0" />
            <g className={classes.feature}>
              <circle cx="32" cy="37" r="6" />
              <circle cx="48" cy="37" r="6" />
              <path d="M38 37h4" />
            </g>
            <circle className={classes.eye} cx="32" cy="37" r="2" />
            <circle className={classes.eye} cx="48" cy="37" r="2" />
          </>
        )}
      </svg>
    </span>
  );
}
