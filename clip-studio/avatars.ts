import { arc, type Point } from './brush.ts';
import type { Stage } from './stage.ts';

type Paint = (stage: Stage, face: Face) => void;

type Face = {
  ground: string;
  skin: string;
  hair: string;
  cloth: string;
  /** Hair or cloth behind the head. */
  behind?: Paint;
  /** What lies over the face. */
  over: Paint;
};

const [ink, grey] = ['#211d2b', '#b5adb0'];
const [umber, cocoa, clay, honey, sand, rosy] = [
  '#5d3a28',
  '#85553a',
  '#b67a50',
  '#d79d6f',
  '#eac096',
  '#f2c9ac',
];

/** The portraits of the demo community, in a square of 256. */
export const avatars: Readonly<Record<string, Face>> = {
  curls: { ground: '#f6c9bd', skin: cocoa, hair: ink, cloth: '#e2492f', behind: curls, over: curlyFringe },
  braid: { ground: '#cfe6df', skin: honey, hair: ink, cloth: '#0f8378', behind: longHair, over: braid },
  glasses: {
    ground: '#dcd4f4',
    skin: sand,
    hair: '#4a2c1d',
    cloth: '#6a4bd0',
    over: [sidePart, glasses].reduce(both),
  },
  beard: { ground: '#f5dfb6', skin: clay, hair: ink, cloth: '#3557c8', over: [crop, beard].reduce(both) },
  bun: {
    ground: '#f3cddb',
    skin: umber,
    hair: ink,
    cloth: '#c97300',
    behind: bun,
    over: [pulledBack, earrings].reduce(both),
  },
  veil: { ground: '#d3e3d0', skin: honey, hair: '#0f8378', cloth: '#0f8378', behind: veilBack, over: veil },
  cap: { ground: '#cfdaf5', skin: rosy, hair: '#8c3b1f', cloth: '#211d2b', behind: shortBack, over: cap },
  silver: {
    ground: '#f6e3c4',
    skin: sand,
    hair: grey,
    cloth: '#cf3a6c',
    behind: bob,
    over: [pulledBack, glasses].reduce(both),
  },
  fringe: { ground: '#f1d3e0', skin: rosy, hair: ink, cloth: '#211d2b', behind: bob, over: fringe },
  fade: { ground: '#f7d2a4', skin: umber, hair: ink, cloth: '#3a8a3f', over: fade },
  waves: {
    ground: '#d8e7f2',
    skin: honey,
    hair: '#6b3a1e',
    cloth: '#e2492f',
    behind: longHair,
    over: sidePart,
  },
  bald: {
    ground: '#e2dccf',
    skin: clay,
    hair: '#8f8688',
    cloth: '#14525e',
    over: [moustache, glasses].reduce(both),
  },
};

export function paintFace(stage: Stage, face: Face) {
  const { ctx, blot, brush } = stage;
  ctx.fillStyle = face.ground;
  ctx.fillRect(0, 0, 256, 256);
  face.behind?.(stage, face);
  blot(128, 282, 96, { color: face.cloth, seed: 5, rough: 0.04, flat: 0.86 });
  brush('128,150 128,206', { width: 44, color: face.skin, dry: 0 });
  ctx.globalAlpha = 0.16;
  brush(arc(128, 164, 15, 0.02, 0.48, 0.9), { width: 14, color: ink, dry: 0 });
  ctx.globalAlpha = 1;
  for (const side of [-1, 1]) blot(128 + side * 52, 124, 12, { color: face.skin, rough: 0.02, flat: 1.3 });
  blot(128, 118, 54, { color: face.skin, seed: 3, rough: 0.02, flat: 1.14 });
  for (const side of [-1, 1]) {
    blot(128 + side * 22, 118, 5.4, { color: ink, rough: 0.02, flat: 1.25 });
    brush(
      [
        [128 + side * 13, 101],
        [128 + side * 22, 97],
        [128 + side * 32, 101],
      ],
      { width: 4.5, color: ink, dry: 0 },
    );
    blot(128 + side * 34, 138, 9, { color: '#e2492f', alpha: 0.22, rough: 0.03, flat: 0.7 });
  }
  brush('128,120 133,133 126,135', { width: 4, color: ink, dry: 0 });
  brush(arc(128, 146, 15, 0.08, 0.42, 0.7), { width: 5, color: ink, dry: 0 });
  face.over(stage, face);
}

function both(first: Paint, second: Paint): Paint {
  return (stage, face) => {
    first(stage, face);
    second(stage, face);
  };
}

/** The crown of the head down to `low` at the sides, in the colour of the hair. */
function crown({ ctx }: Stage, { hair }: Face, low: number, line: readonly Point[]) {
  ctx.fillStyle = hair;
  ctx.beginPath();
  ctx.moveTo(70, low);
  ctx.bezierCurveTo(60, 34, 196, 34, 186, low);
  for (const [x, y] of line) ctx.lineTo(x, y);
  ctx.fill();
}

function curls({ blot }: Stage, { hair }: Face) {
  for (const [i, [x, y]] of arc(128, 106, 62, 0.38, 1.12, 1.05).entries())
    blot(x, y, 30, { color: hair, seed: i + 2, rough: 0.1 });
  blot(128, 90, 66, { color: hair });
}

function curlyFringe({ blot }: Stage, { hair }: Face) {
  for (const [i, [x, y]] of (
    [
      [88, 82],
      [106, 68],
      [128, 64],
      [150, 68],
      [168, 82],
    ] as Point[]
  ).entries())
    blot(x, y, 20, { color: hair, seed: i, rough: 0.12 });
}

function longHair({ brush, blot }: Stage, { hair }: Face) {
  blot(128, 104, 68, { color: hair, seed: 4, rough: 0.03 });
  brush('100,84 68,130 72,228', { width: 46, color: hair, dry: 0.4 });
  brush('156,84 188,130 184,228', { width: 46, color: hair, dry: 0.4, seed: 6 });
}

function sidePart(stage: Stage, face: Face) {
  crown(stage, face, 116, [
    [178, 92],
    [150, 82],
    [112, 62],
    [98, 86],
    [78, 96],
  ]);
}

function braid(stage: Stage, face: Face) {
  crown(stage, face, 112, [
    [174, 88],
    [128, 64],
    [82, 88],
  ]);
  for (let i = 0; i < 5; i++)
    stage.blot(186 - (i % 2) * 8, 158 + i * 21, 15 - i, { color: face.hair, seed: i, rough: 0.08 });
  stage.blot(180, 250, 8, { color: '#e2492f' });
}

function glasses({ brush }: Stage) {
  for (const side of [-1, 1])
    brush(arc(128 + side * 23, 119, 18, 0, 1.02), { width: 4.5, color: ink, dry: 0 });
  brush('123,116 128,113 133,116', { width: 4.5, color: ink, dry: 0 });
}

function crop(stage: Stage, face: Face) {
  crown(stage, face, 106, [
    [176, 84],
    [152, 74],
    [120, 78],
    [92, 72],
    [80, 88],
  ]);
}

function beard({ ctx, brush, paper }: Stage, { hair }: Face) {
  ctx.fillStyle = hair;
  ctx.beginPath();
  ctx.moveTo(74, 122);
  ctx.bezierCurveTo(74, 206, 182, 206, 182, 122);
  ctx.bezierCurveTo(174, 150, 158, 138, 128, 138);
  ctx.bezierCurveTo(98, 138, 82, 150, 74, 122);
  ctx.fill();
  brush(arc(128, 149, 14, 0.06, 0.44, 0.6), { width: 5, color: paper, dry: 0 });
}

function bun({ blot }: Stage, { hair }: Face) {
  blot(128, 40, 30, { color: hair, seed: 4, rough: 0.06 });
  blot(128, 104, 60, { color: hair, seed: 2, rough: 0.03 });
}

function pulledBack(stage: Stage, face: Face) {
  crown(stage, face, 104, [
    [172, 80],
    [128, 68],
    [84, 80],
  ]);
}

function earrings({ blot }: Stage) {
  for (const side of [-1, 1]) blot(128 + side * 58, 146, 7, { color: '#e9a21f', rough: 0.02 });
}

function veilBack({ blot }: Stage, { hair }: Face) {
  blot(128, 118, 82, { color: hair, seed: 3, rough: 0.03, flat: 1.1 });
}

function veil({ ctx, brush }: Stage, { hair }: Face) {
  ctx.fillStyle = hair;
  ctx.beginPath();
  ctx.ellipse(128, 120, 76, 84, 0, 0, Math.PI * 2);
  ctx.ellipse(128, 122, 45, 56, 0, 0, Math.PI * 2, true);
  ctx.fill();
  brush('80,178 128,206 182,176', { width: 34, color: hair, dry: 0.2 });
  ctx.globalAlpha = 0.25;
  brush('88,186 128,208 176,184', { width: 4, color: ink, dry: 0.3 });
  brush('72,88 96,54 132,42', { width: 4, color: ink, dry: 0.3 });
  ctx.globalAlpha = 1;
}

function shortBack({ blot }: Stage, { hair }: Face) {
  blot(128, 112, 62, { color: hair, seed: 7, rough: 0.04 });
}

function cap({ ctx, brush }: Stage) {
  ctx.fillStyle = '#3557c8';
  ctx.beginPath();
  ctx.moveTo(70, 96);
  ctx.bezierCurveTo(66, 34, 190, 34, 186, 96);
  ctx.fill();
  brush('66,96 140,84 214,98', { width: 19, color: '#2a459f', dry: 0.1 });
}

function bob({ brush, blot }: Stage, { hair }: Face) {
  blot(128, 104, 68, { color: hair, seed: 4, rough: 0.02 });
  brush('100,84 68,116 76,182', { width: 44, color: hair, dry: 0.2 });
  brush('156,84 188,116 180,182', { width: 44, color: hair, dry: 0.2, seed: 3 });
}

function fringe(stage: Stage, face: Face) {
  crown(stage, face, 118, [
    [176, 96],
    [80, 96],
  ]);
}

function fade(stage: Stage, face: Face) {
  crown(stage, face, 92, [
    [174, 76],
    [128, 70],
    [82, 76],
  ]);
  stage.brush('112,168 128,174 144,168', { width: 9, color: face.hair, dry: 0.2 });
}

function moustache({ brush }: Stage, { hair }: Face) {
  brush('128,140 110,143 98,152', { width: 11, color: hair, dry: 0.2 });
  brush('128,140 146,143 158,152', { width: 11, color: hair, dry: 0.2, seed: 3 });
  for (const side of [-1, 1])
    brush(
      [
        [128 + side * 50, 92],
        [128 + side * 56, 120],
      ],
      { width: 12, color: hair, dry: 0.2 },
    );
}
