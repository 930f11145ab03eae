import { z } from 'zod';

/** The query parameter with the keyset cursor that the page before returned. The feed's is the longest. */
export const cursorInput = z.string().max(1200).optional();
