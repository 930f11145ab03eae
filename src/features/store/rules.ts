/** The scripts that a certificate has a font for. */
export type Script = 'latin' | 'korean' | 'chinese';

/** The letters that the font of each script has (draw-certificate.test.ts compares them). */
const letters: Record<Script, RegExp> = {
  latin:
    /[ -~\u00a0-\u00ac\u00ae-\u0113\u0116-\u0127\u012a\u012b\u012e-\u0137\u0139-\u013e\u0141-\u0148\u014a-\u014d\u0150-\u0161\u0164\u0165\u016a-\u017e\u01cd\u01ce\u0218-\u021b\u0237\u1e80-\u1e85\u1e9e\u1ef2\u1ef3\u2013\u2014\u2018-\u201a\u201c-\u201e\u2020\u2022\u2026]/u,
  korean: /[\u1100-\u11ff\u3131-\u318e\uac00-\ud7a3]/u,
  /** Also the Japanese kana. */
  chinese: /[\u3005\u3007\u3041-\u3096\u3099-\u30ff\u4e00-\u9fd0]/u,
};
const scripts = Object.keys(letters) as Script[];

/** A name cut where its script changes. Null when no font has one of its letters: the name is then typed in Latin. */
export function piecesOfName(name: string): { text: string; script: Script }[] | null {
  const pieces: { text: string; script: Script }[] = [];
  for (const letter of name.normalize('NFC')) {
    const script = scripts.find((one) => letters[one].test(letter));
    if (!script) return null;
    const last = pieces.at(-1);
    if (last?.script === script) last.text += letter;
    else pieces.push({ text: letter, script });
  }
  return pieces;
}

export function canBeWritten(name: string): boolean {
  return piecesOfName(name) !== null;
}

/** How a code is written for people: `ABCD-EFGH-JKLM`. */
export function groupedCode(code: string): string {
  return code.match(/.{1,4}/g)?.join('-') ?? code;
}

/** Normalises a typed code: case, spaces and hyphens are ignored. */
export function plainCode(typed: string): string {
  return typed.toUpperCase().replaceAll(/[\s-]/g, '');
}

const newForDays = 30;

/** Whether an item that was put into the store at that instant still counts as new. Null: it was there from the start. */
export function isNewSince(forSaleSince: Date | null, now: Date): boolean {
  return forSaleSince !== null && now.getTime() - forSaleSince.getTime() < newForDays * 86_400_000;
}

/** The cheapest item that a balance does not pay yet; null when it pays all of them. */
export function nextGoal<Item extends { price: number }>(
  items: readonly Item[],
  balance: number,
): Item | null {
  const missing = items.filter(({ price }) => price > balance);
  return missing.reduce<Item | null>((goal, item) => (goal && goal.price <= item.price ? goal : item), null);
}
