import type { CSSProperties } from 'react';
import classes from './enso.module.css';

/**
 * The hairs of the brush: each is a thin circle with its own radius and width that starts a little later than the
 * first and ends where it runs dry. Lengths are percent of the circumference.
 */
const hairs = Array.from({ length: 26 }, (_, index) => {
  const across = index / 25;
  const edge = Math.abs(across - 0.45) * 2;
  const rough = pseudoRandom(index + 1);
  return {
    radius: 168 + across * 42 - rough * 1.5,
    width: 1.2 + (1 - edge) * 2.4 + pseudoRandom(index + 40) * 1.6,
    from: edge * 2.5 + rough * 1.5,
    length: 93 - edge * edge * 22 - pseudoRandom(index + 80) * 13,
  };
});

/** Deterministic, so that the drawing is the same each time the page is written. */
function pseudoRandom(seed: number): number {
  return ((seed * 2654435761) % 4294967296) / 4294967296;
}

/** A circle in one stroke of a brush that runs dry. */
export function Enso() {
  return (
    <svg viewBox="0 0 440 440" className={classes.enso} aria-hidden="true">
      {hairs.map(({ radius, width, from, length }) => (
        <circle
          key={radius}
          cx="220"
          cy="220"
          r={radius.toFixed(1)}
          pathLength="100"
          strokeWidth={width.toFixed(1)}
          strokeDasharray={`${length.toFixed(1)} 200`}
          style={{ '--from': `${(-from).toFixed(1)}`, '--length': length.toFixed(1) } as CSSProperties}
        />
      ))}
    </svg>
  );
}
