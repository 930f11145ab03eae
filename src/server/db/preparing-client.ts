import pg from 'pg';
import { isStalePlan } from './error-code.ts';

/** A limit on the prepared statements of a connection; further statements are not prepared. */
const mostPrepared = 400;

/** A longer text grows with its input, and seldom comes again. The longest of fixed length has 5,000 characters. */
const longestPrepared = 8000;

/** How many texts are remembered that were used once. */
const mostUsedOnce = 500;

const names = new Map<string, string>();
/** Texts that vary with their input would take all names before those that are used all the time. */
const usedOnce = new Set<string>();
/** Counts how often all names were given up. */
let generation = 0;

/**
 * A connection that uses a prepared statement for each statement with parameters from its second use in this process
 * on: the database parses and plans it once, which saves half of its work for a small query.
 */
export class PreparingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: pg declares eight overloads; ours changes one of them
  override query(given: any, values?: any, done?: any): any {
    const name =
      typeof given === 'string' && Array.isArray(values) && values.length > 0 ? nameOf(given) : undefined;
    const asked = name ? super.query({ name, text: given, values }, done) : super.query(given, values, done);
    // The caller hears of the error; this only looks at it. A caller with a callback gets no promise.
    if (asked instanceof Promise) asked.catch((error: unknown) => this.#heal(error));
    return asked;
  }

  #heal(error: unknown): void {
    if (!(error instanceof Error)) return;
    // A newer version of Sumi has added a column: statements that read every column are prepared again, by new names.
    if (isStalePlan(error)) {
      generation++;
      names.clear();
    }
    // `pg` would send the next statement behind the one that the server does not answer. Ending marks the connection
    // for the pool at once; a server that is gone would never answer the goodbye.
    if (error.message !== 'Query read timeout') return;
    this.end().catch(() => {});
    this.connection.stream.destroy();
  }
}

function nameOf(text: string): string | undefined {
  const existing = names.get(text);
  if (existing || names.size >= mostPrepared || text.length > longestPrepared) return existing;
  if (!usedOnce.delete(text)) {
    usedOnce.add(text);
    const [oldest = text] = usedOnce;
    if (usedOnce.size > mostUsedOnce) usedOnce.delete(oldest);
    return undefined;
  }
  const name = `sumi_${generation}_${names.size}`;
  names.set(text, name);
  return name;
}
