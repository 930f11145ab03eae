/** The scripts that the server has a font for (server/pictures/font-files.ts). */
export type Script = 'latin' | 'korean' | 'chinese' | 'cyrillic' | 'arabic' | 'devanagari';

/** The letters that the font of each script has (server/pictures/font-files.test.ts compares them). */
const letters: Record<Script, RegExp> = {
  latin:
    /[ -~\u00a0-\u00ac\u00ae-\u0113\u0116-\u0127\u012a\u012b\u012e-\u0137\u0139-\u013e\u0141-\u0148\u014a-\u014d\u0150-\u0161\u0164\u0165\u016a-\u017e\u01cd\u01ce\u0218-\u021b\u0237\u1e80-\u1e85\u1e9e\u1ef2\u1ef3\u2013\u2014\u2018-\u201a\u201c-\u201e\u2020\u2022\u2026]/u,
  korean: /[\u1100-\u11ff\u3131-\u318e\uac00-\ud7a3]/u,
  /** Also the Japanese kana, and the signs of a sentence. */
  chinese:
    /[\u3001\u3002\uff01\uff08\uff09\uff0c\uff1a\uff1b\uff1f\u3005\u3007\u3041-\u3096\u3099-\u30ff\u4e00-\u9fd0]/u,
  cyrillic:
    /[\u0401-\u040c\u040e-\u044f\u0451-\u045c\u045e\u045f\u0490-\u049d\u04a0-\u04a5\u04aa\u04ab\u04ae-\u04b3\u04b6-\u04bb\u04c0-\u04c2\u04cf-\u04d9\u04dc-\u04df\u04e2-\u04eb\u04ee-\u04f5]/u,
  arabic: /[\u060c\u061b\u061f-\u065f\u066e-\u06dc\u06df-\u06ef\u06fa-\u06ff\u0750-\u077f]/u,
  devanagari: /[\u0900-\u097f]/u,
};
const scripts = Object.keys(letters) as Script[];

/**
 * The scripts of a certificate. Letters of the others take the place and the shape of their neighbours, which only
 * pictures are known to set right.
 */
export const scriptsOnPaper: readonly Script[] = ['latin', 'korean', 'chinese', 'cyrillic'];

type Piece = { text: string; script: Script };

/** A text cut where its script changes. Null when no font of these scripts has one of its letters. */
export function piecesByScript(text: string, among: readonly Script[] = scripts): Piece[] | null {
  const pieces: Piece[] = [];
  for (const letter of text.normalize('NFC')) {
    const script = among.find((one) => letters[one].test(letter));
    if (!script) return null;
    const last = pieces.at(-1);
    if (last?.script === script) last.text += letter;
    else pieces.push({ text: letter, script });
  }
  return pieces;
}

/**
 * The pieces of a text that can be written: without the letters that no font has, of which a person may have typed any.
 */
export function writablePieces(text: string, among: readonly Script[] = scripts): Piece[] {
  return (
    piecesByScript(
      [...text.normalize('NFC')].filter((letter) => piecesByScript(letter, among) !== null).join(''),
      among,
    ) ?? []
  );
}

const strong = /[\p{L}\p{N}]/u;
const mirrored: Record<string, string> = {
  '(': ')', ')': '(', '[': ']', ']': '[', '{': '}', '}': '{', '«': '»', '»': '«',
}; // biome-ignore format: one glance

/** Whether a text begins with Arabic, and so runs from right to left as a whole. */
export function runsLeftward(text: string): boolean {
  const first = [...text].find((letter) => strong.test(letter));
  return first !== undefined && letters.arabic.test(first);
}

/**
 * The pieces of a line in the order in which they stand from left to right. Arabic runs from right to left: as a whole
 * where the text that the line is of begins with it (`leftward`), else its words inside the line. Within a piece its
 * font orders the letters.
 */
export function piecesInOrder(text: string, leftward = runsLeftward(text)): Piece[] {
  // Figures run from left to right in Arabic too; written as ours they need no rule of their own.
  const pieces = writablePieces(
    text.replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (figure) => `${figure.charCodeAt(0) & 15}`),
  );
  if (!pieces.some(({ script }) => script === 'arabic')) return pieces;
  const parts = pieces.flatMap((piece) =>
    piece.script === 'latin'
      ? piece.text
          .split(/([^\p{L}\p{N}]+)/u)
          .filter(Boolean)
          .map((part) => ({ ...piece, text: part, own: strong.test(part) ? false : null }))
      : [{ ...piece, own: piece.script === 'arabic' }],
  );
  const runs: { leftward: boolean; pieces: Piece[] }[] = [];
  for (const [at, { own, ...piece }] of parts.entries()) {
    // What is neither, such as a space, goes with its neighbours where they agree, else with the line.
    const [before, after] = [parts[at - 1]?.own ?? leftward, parts[at + 1]?.own ?? leftward];
    const direction = own ?? (before === after ? before : leftward);
    const run = runs.at(-1);
    if (run?.leftward === direction) run.pieces.push(piece);
    else runs.push({ leftward: direction, pieces: [piece] });
  }
  const inOrder = runs.map((run) => (run.leftward ? run.pieces.map(mirror).reverse() : run.pieces));
  return (leftward ? inOrder.reverse() : inOrder).flat();
}

/** Signs that stand among Arabic, in the order and the shape that they have there. */
function mirror({ text, script }: Piece): Piece {
  if (script !== 'latin' || strong.test(text)) return { text, script };
  return {
    script,
    text: [...text]
      .reverse()
      .map((sign) => mirrored[sign] ?? sign)
      .join(''),
  };
}
