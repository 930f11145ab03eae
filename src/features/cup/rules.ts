export * from './season-rules.ts';

/** The languages that the filter always offers; it adds the others that the board has. */
export const cupLanguages = ['de', 'en', 'es', 'eo', 'fr', 'it', 'ko', 'ru', 'ar'] as const;

/** Row limit of an import: more rows than a community has students are a mistake. */
export const mostRows = 50_000;

const particles = new Set([
  'de',
  'del',
  'la',
  'las',
  'los',
  'y',
  'da',
  'das',
  'do',
  'dos',
  'van',
  'von',
  'der',
  'di',
]);

/**
 * The public name: `María L.` for `María López Ruiz`. A handle, an e-mail address and a name without spaces (as in
 * Korean) are shortened to the first letter.
 */
export function shownName(fullName: string, username: string): string {
  const [first = '', ...rest] = inOrder(fullName.trim()).split(/\s+/u);
  const isHandle = rest.length === 0 && first.toLowerCase() === username.toLowerCase();
  const isWhole = rest.length === 0 && isWrittenWithoutSpaces(first);
  if (isHandle || isWhole || !isName(first)) return initial(first);
  const surname = surnameOf(rest);
  return surname ? `${first} ${initial(surname)}` : first;
}

/** `Ana López` for `López, Ana`. */
function inOrder(fullName: string): string {
  const [surnames = '', names, ...more] = fullName.split(',');
  return names?.trim() && more.length === 0 ? `${names.trim()} ${surnames.trim()}` : fullName;
}

/** Usual are two given names and two surnames; of three words the second is taken as the surname. */
function surnameOf(words: readonly string[]): string | undefined {
  const weighty = words.filter((word) => !particles.has(word.toLowerCase()) && /\p{L}/u.test(word));
  return weighty.length >= 3 ? weighty[1] : weighty[0];
}

function isName(word: string): boolean {
  return /^\p{L}[\p{L}\p{M}'’-]*\.?$/u.test(word);
}

function isWrittenWithoutSpaces(word: string): boolean {
  return /^[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+$/u.test(word);
}

function initial(word: string): string {
  const letter = /[\p{L}\p{N}]\p{M}*/u.exec(word)?.[0] ?? '·';
  return `${letter.toUpperCase()}.`;
}

/** The animals of aliases; the catalogues hold their names. */
export const animals = [
  'colibri', 'jaguar', 'tucan', 'ajolote', 'delfin', 'tortuga', 'condor', 'quetzal', 'nutria', 'zorro', 'lince',
  'puma', 'llama', 'alpaca', 'venado', 'ballena', 'pinguino', 'mariposa', 'luciernaga', 'libelula', 'abeja', 'mapache',
  'armadillo', 'perezoso', 'iguana', 'gecko', 'flamenco', 'garza', 'buho', 'halcon', 'foca', 'manati',
] as const; // biome-ignore format: one glance
export type Animal = (typeof animals)[number];

const accented: Partial<Record<Animal, string>> = {
  colibri: 'colibrí',
  tucan: 'tucán',
  delfin: 'delfín',
  condor: 'cóndor',
  pinguino: 'pingüino',
  luciernaga: 'luciérnaga',
  libelula: 'libélula',
  buho: 'búho',
  halcon: 'halcón',
  manati: 'manatí',
};

/** The alias for a number from the database; there are 31,680. */
export function aliasFrom(number: number): { animal: Animal; number: number } {
  const animal = animals[number % animals.length] ?? animals[0];
  return { animal, number: 10 + (Math.floor(number / animals.length) % 990) };
}

/** `Colibrí 274`. */
export function aliasInSpanish({ animal, number }: { animal: Animal; number: number }): string {
  const name = accented[animal] ?? animal;
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} ${number}`;
}

/** A value that a spreadsheet would execute as a formula, or one that is guarded already. */
const formula = /^'*[=+\-@\t\r]/;

/** Writes rows as CSV (RFC 4180). A formula is guarded by an apostrophe, which `withoutGuard` removes. */
export function csvText(rows: readonly (readonly string[])[]): string {
  const cell = (text: string) => {
    const safe = formula.test(text) ? `'${text}` : text;
    return /[",;\n\r\t]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/** The value without the apostrophe that guards a formula. */
export function withoutGuard(text: string): string {
  return text.startsWith("'") && formula.test(text.slice(1)) ? text.slice(1) : text;
}
