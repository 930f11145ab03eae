/** Archives of one person: making one reads much. */
export const exportLimit = { max: 5, windowMs: 60 * 60_000 } as const;
