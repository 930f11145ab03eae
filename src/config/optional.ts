import { z } from 'zod';

/** A setting that may be left out; an empty one is left out too. */
export const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((given) => (given === '' ? undefined : given), schema.optional());

/** A whole number between the two. */
export function whole(least: number, most: number) {
  const says = `must be a whole number from ${least} to ${most}`;
  return z.coerce.number(says).int(says).min(least, says).max(most, says);
}
