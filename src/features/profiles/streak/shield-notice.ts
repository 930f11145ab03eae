/** The key under which a person is told that a shield covered a day of theirs. */
export function shieldNotice(day: string): string {
  return `streak-shield:${day}`;
}
