import classes from './drawings.module.css';
import { SmallDrop } from './small-drop.tsx';

/** Three drops on the steps, the cup in the air. */
export function Podium() {
  return (
    <svg viewBox="0 0 420 360" className={classes.drawing} aria-hidden="true">
      <path
        className={classes.ground}
        d="M10 338c110-8 290-8 400 0 5 .5 5 8 0 8.5-110 7-290 7-400 0-5-.5-5-8 0-8.5z"
      />
      <path
        className={classes.stepSide}
        d="M28 246c34-4 72-5 112-3 2 31 2 66 0 98-38 3-78 3-112 0-3-31-3-64 0-95z"
      />
      <path
        className={classes.stepSide}
        d="M282 268c36-3 76-3 110 0 3 24 3 49 0 73-36 3-74 3-110 0-2-24-2-49 0-73z"
      />
      <path
        className={classes.step}
        d="M136 196c48-5 100-5 150 0 4 48 4 97 0 146-50 4-102 4-150 0-4-49-4-98 0-146z"
      />
      <text className={classes.number} x="84" y="306">
        2
      </text>
      <text className={classes.number} x="211" y="284">
        1
      </text>
      <text className={classes.number} x="338" y="318">
        3
      </text>
      <SmallDrop x={84} y={245} scale={1.9} />
      <SmallDrop x={211} y={197} scale={2.5} look="glad" />
      <SmallDrop x={338} y={268} scale={1.7} look="glad" />
      <g className={classes.cup}>
        <path d="M186 14h50c1 22-2 42-19 47v9c8 1 13 4 13 9h-38c0-5 5-8 13-9v-9c-17-5-20-25-19-47z" />
        <path className={classes.cupHandle} d="M187 22c-16-3-18 20 3 26M235 22c16-3 18 20-3 26" />
      </g>
      <path
        className={classes.coinLine}
        d="M120 60l4 10 10 4-10 4-4 10-4-10-10-4 10-4zM306 96l4 10 10 4-10 4-4 10-4-10-10-4 10-4zM60 150l3 7 7 3-7 3-3 7-3-7-7-3 7-3zM366 176l3 7 7 3-7 3-3 7-3-7-7-3 7-3z"
      />
    </svg>
  );
}
