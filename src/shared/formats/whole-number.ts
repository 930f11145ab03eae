import { z } from 'zod';

/** The least and the most that a number may be, both included. */
export type Limits = readonly [least: number, most: number];

/** A whole number within limits: fields read the limits of the schema's own constant. */
export function wholeNumber([least, most]: Limits) {
  return z.int().min(least).max(most);
}
