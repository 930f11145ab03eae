import { z } from 'zod';

/** The query parameter with the keyset cursor that the page before returned. The feed's is the longest. */
export const cursorInput = z.string().max(1200).optional();

/**
 * The query parameters of a page: where it begins, and how many rows it has, `usual` where the request does not say.
 */
export const pageQuery = ({ usual, most }: { usual: number; most: number }) => ({
  cursor: cursorInput,
  limit: z.coerce.number().int().min(1).max(most).default(usual),
});
