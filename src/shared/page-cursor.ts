import { z } from 'zod';

/**
 * Lists are read in keyset pages: a page ends with the key of its last row, and the next one starts
 * after it. Unlike an offset, it costs the same on page 500 and never repeats or skips a row when
 * something is added meanwhile. The cursor is opaque to whoever holds it.
 */
export function encodeCursor(key: readonly (string | number)[]): string {
  return btoa(JSON.stringify(key)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Null when the text is no cursor of ours with `length` parts. */
export function decodeCursor(cursor: string, length: number): (string | number)[] | null {
  try {
    const key: unknown = JSON.parse(atob(cursor.replaceAll('-', '+').replaceAll('_', '/')));
    const fits =
      Array.isArray(key) &&
      key.length === length &&
      key.every((part) => typeof part === 'string' || typeof part === 'number');
    return fits ? key : null;
  } catch {
    return null;
  }
}

/** As it stands in a query string. */
export const cursorInput = z.string().max(400).optional();
