import pg from 'pg';

/** A limit on the prepared statements of a connection; further statements are not prepared. */
const mostPrepared = 400;

const names = new Map<string, string>();

/**
 * A connection that uses a prepared statement for each statement with parameters: the database parses and plans it
 * once, which saves half of its work for a small query.
 */
export class PreparingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: pg declares eight overloads; ours changes one of them
  override query(given: any, values?: any, done?: any): any {
    const name =
      typeof given === 'string' && Array.isArray(values) && values.length > 0 ? nameOf(given) : undefined;
    return name ? super.query({ name, text: given, values }, done) : super.query(given, values, done);
  }
}

function nameOf(text: string): string | undefined {
  const existing = names.get(text);
  if (existing || names.size >= mostPrepared) return existing;
  const name = `sumi_${names.size}`;
  names.set(text, name);
  return name;
}
