/** The languages the cup is always filtered by; others join the list while the board has them. */
export const cupLanguages = ['de', 'en', 'es', 'eo', 'fr', 'it', 'ko', 'ru', 'ar'] as const;

/** A file with more rows than any community has students is a mistake. */
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
 * The name anybody may see: `María López Ruiz` is `María L.`. What is a handle or an address instead of a
 * name, and a name written without spaces (as in Korean), shows its first letter only.
 */
export function shownName(fullName: string, username: string): string {
  const [first = '', ...rest] = inOrder(fullName.trim()).split(/\s+/u);
  const isHandle = rest.length === 0 && first.toLowerCase() === username.toLowerCase();
  const isWhole = rest.length === 0 && isWrittenWithoutSpaces(first);
  if (isHandle || isWhole || !isName(first)) return initial(first);
  const surname = surnameOf(rest);
  return surname ? `${first} ${initial(surname)}` : first;
}

/** `López, Ana` is Ana López. */
function inOrder(fullName: string): string {
  const [surnames = '', names, ...more] = fullName.split(',');
  return names?.trim() && more.length === 0 ? `${names.trim()} ${surnames.trim()}` : fullName;
}

/** Two names and two surnames are the custom; of three words, the second is taken for the surname. */
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

/** Who stands for those who are not named; each has its name in the interface's texts. */
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

/** The alias that a number of the database stands for: one of 31,680. */
export function aliasFrom(number: number): { animal: Animal; number: number } {
  const animal = animals[number % animals.length] ?? animals[0];
  return { animal, number: 10 + (Math.floor(number / animals.length) % 990) };
}

/** `Colibrí 274`. */
export function aliasInSpanish({ animal, number }: { animal: Animal; number: number }): string {
  const name = accented[animal] ?? animal;
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} ${number}`;
}

/** What a spreadsheet would run, or has been kept from running. */
const formula = /^'*[=+\-@\t\r]/;

/**
 * Rows as CSV (RFC 4180). What a spreadsheet would take for a formula begins with an apostrophe, which
 * `withoutGuard` takes off again.
 */
export function csvText(rows: readonly (readonly string[])[]): string {
  const cell = (text: string) => {
    const safe = formula.test(text) ? `'${text}` : text;
    return /[",;\n\r\t]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/** A value as it was before it was kept from being a formula. */
export function withoutGuard(text: string): string {
  return text.startsWith("'") && formula.test(text.slice(1)) ? text.slice(1) : text;
}
