const testName =
  /\b(?:it|test|describe)(?:\.each(?:<[\s\S]*?>)?\([\s\S]*?\))?\(\s*(['"`])((?:\\.|(?!\1)[\s\S])+)\1/g;

/** The names given to `it`, `test` and `describe` in a test file, quotes unescaped. */
export function findTestNames(text: string): string[] {
  return [...text.matchAll(testName)].map(([, , name = '']) => name.replace(/\\(['"`])/g, '$1'));
}
