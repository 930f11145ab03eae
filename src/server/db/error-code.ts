/** No class of PostgreSQL's codes begins with an E, and some of Node's codes are as long (EPIPE, EPERM). */
const ofPostgres = /^(?!E)[0-9A-Z]{5}$/;

/** An error and its chain of `cause`s, because libraries wrap errors. Five at most: a chain may lead back to itself. */
export function* causesOf(error: unknown): Generator<Error> {
  for (let it = error, depth = 0; it instanceof Error && depth < 5; it = it.cause, depth++) yield it;
}

/**
 * The five-character code of a PostgreSQL error, found on the error or in its chain of `cause`s. Undefined for any
 * other error.
 */
export function errorCode(error: unknown): string | undefined {
  for (const it of causesOf(error)) {
    if ('code' in it && typeof it.code === 'string' && ofPostgres.test(it.code)) return it.code;
  }
  return undefined;
}

/**
 * Whether a prepared statement failed because its result has other columns since its table changed. PostgreSQL has no
 * code for this alone, and its text is in the language of `lc_messages`; so the function in PostgreSQL's source
 * (`routine`) is compared too.
 */
export function isStalePlan(error: unknown): boolean {
  for (const it of causesOf(error)) {
    if ('routine' in it && it.routine === 'RevalidateCachedQuery' && errorCode(it) === '0A000') return true;
  }
  return false;
}

/** The name of the constraint that a PostgreSQL error reports, found in the same way. */
export function brokenConstraint(error: unknown): string | undefined {
  for (const it of causesOf(error)) {
    if ('constraint' in it && typeof it.constraint === 'string') return it.constraint;
  }
  return undefined;
}
