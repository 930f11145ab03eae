/**
 * The five-character code of a PostgreSQL error, also where a library wrapped it: the code may sit on the
 * error or anywhere along its `cause`s. Undefined for anything else.
 */
export function errorCode(error: unknown): string | undefined {
  for (let it = error, depth = 0; it instanceof Error && depth < 5; it = it.cause, depth++) {
    if ('code' in it && typeof it.code === 'string' && /^[0-9A-Z]{5}$/.test(it.code)) return it.code;
  }
  return undefined;
}

/** The constraint a PostgreSQL error names, likewise. */
export function brokenConstraint(error: unknown): string | undefined {
  for (let it = error, depth = 0; it instanceof Error && depth < 5; it = it.cause, depth++) {
    if ('constraint' in it && typeof it.constraint === 'string') return it.constraint;
  }
  return undefined;
}
