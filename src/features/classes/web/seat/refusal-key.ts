/** The text of a refusal, by its code: `refusals.classes.full` of `classes/full`. */
export function refusalKey(code: string): string {
  return `refusals.${code.replaceAll('/', '.')}`;
}
