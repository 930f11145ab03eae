import type { ReactNode } from 'react';
import classes from './drawings.module.css';
import { SmallDrop } from './small-drop.tsx';

type Feature = 'live' | 'community' | 'practice' | 'rewards';

/** The drop in a class, among friends, keeping its streak, and with what it earned. */
export function FeatureDrawing({ feature }: { feature: Feature }) {
  return (
    <svg viewBox="0 0 200 140" className={classes.drawing} aria-hidden="true">
      <path
        className={classes.ground}
        d="M16 126c40-5 128-5 168 0 3 .4 3 3 0 3.4-40 4-128 4-168 0-3-.4-3-3 0-3.4z"
      />
      {scenes[feature]}
    </svg>
  );
}

const scenes: Record<Feature, ReactNode> = {
  live: (
    <>
      <path
        className={classes.surface}
        d="M30 22c46-4 94-4 140 0 4 .4 6 3 6.3 7 1.5 20 1.5 41 0 61-.3 4-2.3 6.6-6.3 7-46 4-94 4-140 0-4-.4-6-3-6.3-7-1.5-20-1.5-41 0-61 .3-4 2.3-6.6 6.3-7z"
      />
      <SmallDrop x={78} y={93} scale={1.25} look="glad" />
      <path
        className={classes.live}
        d="M108 34h44c7 0 11 4 11 10v9c0 6-4 10-11 10h-26l-12 9 2-9h-8c-7 0-11-4-11-10v-9c0-6 4-10 11-10z"
      />
      <path className={classes.paperLine} d="M112 45h36M112 53h22" />
      <circle className={classes.live} cx="40" cy="36" r="5" />
      <SmallDrop x={150} y={93} scale={0.52} />
      <path className={classes.line} d="M76 126l6-27h36l6 27" />
    </>
  ),
  community: (
    <>
      <SmallDrop x={48} y={127} scale={1.15} look="glad" />
      <SmallDrop x={103} y={127} scale={1.7} />
      <SmallDrop x={156} y={127} scale={1.25} look="glad" />
      <path
        className={classes.feed}
        d="M16 38c0-8 6-13 14-13h22c8 0 14 5 14 13s-6 13-14 13h-8l-9 9v-9h-5c-8 0-14-5-14-13z"
      />
      <path className={classes.paperLine} d="M30 38h.1M41 38h.1M52 38h.1" />
      <path
        className={classes.live}
        d="M140 30c0-7 5-12 12-12h18c7 0 12 5 12 12s-5 12-12 12h-3l1 9-9-9h-7c-7 0-12-5-12-12z"
      />
      <path
        className={classes.paperLine}
        d="M161 35.5c-3-2.4-5.5-4-5.5-6.5 0-3.5 4-4 5.5-1.3 1.5-2.7 5.5-2.2 5.5 1.3 0 2.5-2.5 4.1-5.5 6.5z"
      />
    </>
  ),
  practice: (
    <>
      <path
        className={classes.surface}
        d="M24 30c34-3 80-3 112 0 4 .4 6 3 6.2 7 1 18 1 54 0 73-.2 4-2.2 6.5-6.2 7-34 3-80 3-112 0-4-.5-6-3-6.2-7-1-19-1-55 0-73 .2-4 2.2-6.6 6.2-7z"
      />
      <path className={classes.line} d="M46 20v18M80 19v18M114 20v18" />
      <g className={classes.teach}>
        <circle cx="42" cy="60" r="8" />
        <circle cx="68" cy="60" r="8" />
        <circle cx="94" cy="60" r="8" />
        <circle cx="120" cy="60" r="8" />
        <circle cx="42" cy="88" r="8" />
        <circle cx="68" cy="88" r="8" />
      </g>
      <circle className={classes.line} cx="94" cy="88" r="8" />
      <SmallDrop x={156} y={127} scale={1.45} look="glad" />
      <path
        className={classes.cup}
        d="M156 46c2 6 9 9 9 17 0 6-4 10-9 10s-9-4-9-10c0-4 2-6 4-8 .5 3 2 4 3 4 1-4-1-8 2-13z"
      />
    </>
  ),
  rewards: (
    <>
      <SmallDrop x={72} y={127} scale={1.75} look="glad" />
      <Coin x={134} y={112} size={17} />
      <Coin x={166} y={114} size={14} />
      <Coin x={148} y={84} size={15} />
      <Coin x={128} y={40} size={22} />
      <path
        className={classes.coinLine}
        d="M166 38l3 7 7 3-7 3-3 7-3-7-7-3 7-3zM28 42l2 5 5 2-5 2-2 5-2-5-5-2 5-2zM170 16v8M166 20h8"
      />
    </>
  ),
};

function Coin({ x, y, size }: { x: number; y: number; size: number }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${size / 20})`}>
      <circle className={classes.coin} r="20" />
      <circle className={classes.coinRim} r="14.5" />
      <path
        className={classes.coinMark}
        d="M.5-9C1-5 6-2.5 6 3A6 6 0 0 1-6 3c0-5 4.5-8 5.5-12 .2-.7.9-.7 1 0z"
      />
    </g>
  );
}
