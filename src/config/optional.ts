import { z } from 'zod';

/** A setting that may be left out; an empty one is left out too. */
export const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((given) => (given === '' ? undefined : given), schema.optional());
