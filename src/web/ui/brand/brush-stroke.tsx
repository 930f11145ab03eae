import type { Accent } from '../palette.ts';
import classes from './brush-stroke.module.css';

/** A stroke of a dry brush, drawn under a title. */
export function BrushStroke({ accent = 'live', wide = false }: { accent?: Accent; wide?: boolean }) {
  return (
    <svg
      viewBox="0 0 200 14"
      preserveAspectRatio="none"
      aria-hidden="true"
      className={classes.stroke}
      data-accent={accent}
      data-wide={wide || undefined}
    >
      <path d="M2 8.5C22 3.4 61 1.8 104 2.3c34 .4 66 1.5 93 4.2.9.1.9 1.4 0 1.5-18 .7-33 .4-49 .6 13 .5 25 1 36 2 .8.1.8 1.2 0 1.2-46 .6-104-.3-160 1-8 .2-17-.3-22-1.3-2-.4-2-2.3 0-3z" />
    </svg>
  );
}
