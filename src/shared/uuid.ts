import { z } from 'zod';

/**
 * The id of a row, in small letters as PostgreSQL writes it, whatever the sender wrote. Ids are compared as texts, that
 * of an account with the actor's own among others: one in capital letters would be the same row and another text.
 */
export const uuid = z.uuid().toLowerCase();
