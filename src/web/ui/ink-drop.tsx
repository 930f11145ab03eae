import classes from './ink-drop.module.css';

export type InkDropMood = 'happy' | 'thinking' | 'asleep' | 'surprised' | 'proud' | 'shy';
export type InkDropSize = 'xs' | 'sm' | 'md' | 'lg' | 'xl';

/** Sumi's drop of ink: a drawing beside words that say the same, so it is hidden from screen readers. */
export function InkDrop({ mood = 'happy', size = 'md' }: { mood?: InkDropMood; size?: InkDropSize }) {
  return (
    <svg viewBox="0 0 120 132" className={classes.drop} data-size={size} data-mood={mood} aria-hidden="true">
      <ellipse className={classes.puddle} cx="60" cy="122" rx="40" ry="7" />
      <g className={classes.body}>
        <path
          className={classes.ink}
          d="M63 8c3 15 11 25 21 37 10 12 20 23 20 41 0 22-19 36-44 36S16 108 16 86c0-16 8-27 18-38C45 36 55 26 57 9c.4-4 5.3-5 6-1z"
        />
        <path className={classes.shine} d="M33 72c2-9 8-16 15-23" />
        <path className={classes.arms} d={arms[mood]} />
        <g className={classes.face}>{faces[mood]}</g>
      </g>
      {extras[mood]}
    </svg>
  );
}

const arms: Record<InkDropMood, string> = {
  happy: 'M19 92c-8 1-12 6-13 12M101 92c8 1 12 6 13 12',
  thinking: 'M19 94c-8 2-11 6-12 12M101 98c-7 6-15 6-22 4',
  asleep: 'M20 96c-6 3-9 7-9 12M100 96c6 3 9 7 9 12',
  surprised: 'M18 88c-9-2-13-8-14-15M102 88c9-2 13-8 14-15',
  shy: '',
  proud: 'M18 92c-9-4-11-14-9-22M102 92c9-4 11-14 9-22',
};

const faces: Record<InkDropMood, React.ReactNode> = {
  happy: (
    <>
      <circle cx="46" cy="80" r="5.5" />
      <circle cx="74" cy="80" r="5.5" />
      <path d="M49 93c5 7 17 7 22 0" />
      <Cheeks />
    </>
  ),
  thinking: (
    <>
      <circle cx="49" cy="76" r="5.5" />
      <circle cx="77" cy="76" r="5.5" />
      <path d="M54 95c5-3 10-3 15 0" />
      <path d="M69 65c4-3 9-3 13 0" />
    </>
  ),
  asleep: (
    <>
      <path d="M39 80c4 5 10 5 14 0M67 80c4 5 10 5 14 0" />
      <path d="M56 95c2 2 6 2 8 0" />
      <Cheeks />
    </>
  ),
  surprised: (
    <>
      <circle cx="46" cy="77" r="6.5" />
      <circle cx="74" cy="77" r="6.5" />
      <ellipse className={classes.mouth} cx="60" cy="97" rx="5.5" ry="7" />
    </>
  ),
  shy: (
    <>
      <path d="M56 97c2 2 6 2 8 0" />
      <path className={classes.hand} d="M29 96c-2-12 2-25 13-26 9 0 14 5 15 12 1 6-2 11-9 12" />
      <path className={classes.hand} d="M91 96c2-12-2-25-13-26-9 0-14 5-15 12-1 6 2 11 9 12" />
      <path className={classes.fingers} d="M43 71v8M50 73v7M77 71v8M70 73v7" />
      <Cheeks />
    </>
  ),
  proud: (
    <>
      <path d="M39 81c3-6 11-6 14 0M67 81c3-6 11-6 14 0" />
      <path className={classes.mouth} d="M47 91h26c0 9-6 14-13 14s-13-5-13-14z" />
      <Cheeks />
    </>
  ),
};

const extras: Partial<Record<InkDropMood, React.ReactNode>> = {
  thinking: (
    <g className={classes.extra}>
      <circle cx="104" cy="46" r="3" />
      <circle cx="110" cy="32" r="4.5" />
    </g>
  ),
  asleep: <path className={classes.extraLine} d="M90 40h10l-10 11h10M104 20h8l-8 9h8" />,
  surprised: <path className={classes.extraLine} d="M22 38l-8-8M34 24l-4-10M98 38l8-8" />,
  proud: (
    <path
      className={classes.extraLine}
      d="M20 40l3 7 7 3-7 3-3 7-3-7-7-3 7-3zM103 26l2 5 5 2-5 2-2 5-2-5-5-2 5-2z"
    />
  ),
};

function Cheeks() {
  return (
    <>
      <ellipse className={classes.cheek} cx="37" cy="91" rx="5.5" ry="3.5" />
      <ellipse className={classes.cheek} cx="83" cy="91" rx="5.5" ry="3.5" />
    </>
  );
}
