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
