import { z } from 'zod';

/** The query parameter with the keyset cursor that the page before returned. */
export const cursorInput = z.string().max(400).optional();
