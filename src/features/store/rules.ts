/** In whose letters a piece of a name is set on a certificate. */
export type Script = 'latin' | 'korean' | 'japanese' | 'chinese';

/** What the paper's own typeface draws (fonts/, compared in draw-certificate.test.ts). */
const latin =
  /[ -~\u00a0-\u00ac\u00ae-\u0113\u0116-\u0127\u012a\u012b\u012e-\u0137\u0139-\u013e\u0141-\u0148\u014a-\u014d\u0150-\u0161\u0164\u0165\u016a-\u017e\u01cd\u01ce\u0218-\u021b\u0237\u1e80-\u1e85\u1e9e\u1ef2\u1ef3\u2013\u2014\u2018-\u201a\u201c-\u201e\u2020\u2022\u2026]/u;
const hangul = /[\u1100-\u11ff\u3130-\u318f\uac00-\ud7a3]/u;
const kana = /[\u3040-\u30ff]/u;
/** The common Chinese characters; those beyond the basic plane are in no reader's standard fonts. */
const han = /[\u3005\u3007\u4e00-\u9fff]/u;

/**
 * A name cut where its script changes, or null when a letter of it can be written by no typeface the paper may
 * count on: then somebody writes the name in Latin letters. Chinese characters beside Hangul are Korean, beside
 * kana Japanese.
 */
export function piecesOfName(name: string): { text: string; script: Script }[] | null {
  const composed = name.normalize('NFC');
  const eastern: Script = hangul.test(composed) ? 'korean' : kana.test(composed) ? 'japanese' : 'chinese';
  const pieces: { text: string; script: Script }[] = [];
  for (const letter of composed) {
    const script = latin.test(letter)
      ? 'latin'
      : hangul.test(letter) || kana.test(letter) || han.test(letter)
        ? eastern
        : null;
    if (script === null) return null;
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

/** A code as somebody typed it: small letters, spaces and hyphens do not matter. */
export function plainCode(typed: string): string {
  return typed.toUpperCase().replaceAll(/[\s-]/g, '');
}
