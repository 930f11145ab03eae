import { z } from 'zod';

/** Where a page of a list begins, as the page before it said; it stands in the query string. */
export const cursorInput = z.string().max(400).optional();
