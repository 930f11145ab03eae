import pg from 'pg';
import { isStalePlan } from './error-code.ts';

/** A limit on the prepared statements of a connection; further statements are not prepared. */
const mostPrepared = 400;

const names = new Map<string, string>();
/** Counts how often all names were given up. */
let generation = 0;

/**
 * A connection that uses a prepared statement for each statement with parameters: the database parses and plans it
 * once, which saves half of its work for a small query.
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
  if (existing || names.size >= mostPrepared) return existing;
  const name = `sumi_${generation}_${names.size}`;
  names.set(text, name);
  return name;
}
