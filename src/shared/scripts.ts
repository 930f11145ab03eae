/** The scripts that the server has a font for (server/pictures/font-files.ts). */
export type Script = 'latin' | 'korean' | 'chinese';

/** The letters that the font of each script has (server/pictures/font-files.test.ts compares them). */
const letters: Record<Script, RegExp> = {
  latin:
    /[ -~\u00a0-\u00ac\u00ae-\u0113\u0116-\u0127\u012a\u012b\u012e-\u0137\u0139-\u013e\u0141-\u0148\u014a-\u014d\u0150-\u0161\u0164\u0165\u016a-\u017e\u01cd\u01ce\u0218-\u021b\u0237\u1e80-\u1e85\u1e9e\u1ef2\u1ef3\u2013\u2014\u2018-\u201a\u201c-\u201e\u2020\u2022\u2026]/u,
  korean: /[\u1100-\u11ff\u3131-\u318e\uac00-\ud7a3]/u,
  /** Also the Japanese kana, and the signs of a sentence. */
  chinese:
    /[\u3001\u3002\uff01\uff08\uff09\uff0c\uff1a\uff1b\uff1f\u3005\u3007\u3041-\u3096\u3099-\u30ff\u4e00-\u9fd0]/u,
};
const scripts = Object.keys(letters) as Script[];

/** A text cut where its script changes. Null when no font has one of its letters. */
export function piecesByScript(text: string): { text: string; script: Script }[] | null {
  const pieces: { text: string; script: Script }[] = [];
  for (const letter of text.normalize('NFC')) {
    const script = scripts.find((one) => letters[one].test(letter));
    if (!script) return null;
    const last = pieces.at(-1);
    if (last?.script === script) last.text += letter;
    else pieces.push({ text: letter, script });
  }
  return pieces;
}

/** The same without the letters that no font has: what a person typed may hold any. */
export function writablePieces(text: string): { text: string; script: Script }[] {
  return piecesByScript([...text].filter((letter) => piecesByScript(letter) !== null).join('')) ?? [];
}
