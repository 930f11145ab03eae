/** The page that opens a class in the organisers' drawer. */
export function addressOf({ id }: { id: string }): string {
  return `/admin/classes?class=${id}`;
}
