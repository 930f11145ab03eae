import classes from './drawings.module.css';

/** The drop, small, for drawings with more in them: its foot stands at (x, y), `scale` 1 is 48 units high. */
export function SmallDrop({
  x,
  y,
  scale = 1,
  look = 'open',
}: {
  x: number;
  y: number;
  scale?: number;
  /** Its eyes: open, or closed with joy. */
  look?: 'open' | 'glad';
}) {
  return (
    <g transform={`translate(${x} ${y}) scale(${scale})`}>
      <path
        className={classes.ink}
        d="M1-47c1 5 4 9 8 13.5C14-28 19-23.5 19-16 19-7.5 10.5 0 0 0S-19-7.5-19-16c0-6.5 3-10.5 7.5-15C-6-35.5-2.5-40-1.5-46.5-1.3-48 .7-48 1-47z"
      />
      {look === 'open' ? (
        <g className={classes.paper}>
          <circle cx="-6" cy="-18" r="2.4" />
          <circle cx="6" cy="-18" r="2.4" />
        </g>
      ) : (
        <path className={classes.paperLine} d="M-9-17.5c1.2-2.8 4.8-2.8 6 0M3-17.5c1.2-2.8 4.8-2.8 6 0" />
      )}
      <path className={classes.paperLine} d="M-4.5-11.5c2 3 7 3 9 0" />
    </g>
  );
}
