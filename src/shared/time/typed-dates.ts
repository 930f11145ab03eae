import { z } from 'zod';

/**
 * Years that every layer can count with, also after some days more in any zone: PostgreSQL has no year 0, and
 * JavaScript writes the years after 9999 in another form, which no contract answers.
 */
const inReach = (text: string) => text >= '1900' && text < '3000';
const outOfReach = 'beyond the years 1900 to 2999';

/** Input: a day, yyyy-mm-dd. */
export const typedDay = z.iso.date().refine(inReach, outOfReach);

/** Input: an instant, with Z or another offset. */
export const typedInstant = z.iso.datetime({ offset: true }).refine(inReach, outOfReach);
