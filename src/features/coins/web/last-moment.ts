/** A link that ends with a day ends at the midnight after it. */
export function lastMoment(endsAt: string): string {
  return new Date(Date.parse(endsAt) - 1000).toISOString();
}
