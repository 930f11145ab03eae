import { Kysely, PostgresDialect, sql } from 'kysely';
import { PostgresDialect as CodegenDialect, generate } from 'kysely-codegen';
import pg from 'pg';
import { clientConfig, type DbAddress } from '#server/db/connect.ts';

/** The comment of a view's column that is never null, which PostgreSQL's catalogue does not say of views. */
const neverNull = 'never null';

/**
 * The text of src/server/db/schema.ts for a migrated database. A column whose check constraint closes its words, such
 * as `status in ('draft', 'live')`, has the union of these words as its type. So does a column with a foreign key to
 * it.
 */
export async function generateDbTypes(address: DbAddress): Promise<string> {
  const pool = new pg.Pool({ ...clientConfig(address), max: 1 });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    const wordsOf = await readClosedColumns(db);
    return await generate({
      camelCase: true,
      db,
      dialect: new CodegenDialect({ numericParser: 'number', dateParser: 'string' }),
      excludePattern: 'migrations',
      outFile: null,
      typeMapping: { int8: 'number' },
      postprocess: async ({ metadata }) => {
        for (const table of metadata.tables) {
          for (const column of table.columns) {
            column.enumValues ??= wordsOf(`${table.name}.${column.name}`);
            if (column.comment === neverNull) column.isNullable = false;
          }
        }
        return metadata;
      },
    });
  } finally {
    await db.destroy();
  }
}

/** Returns a function from `table.column` to the only words that the column may hold, null when it is open. */
async function readClosedColumns(db: Kysely<unknown>): Promise<(column: string) => string[] | null> {
  const { rows } = await sql<{ of: string; to: string | null; definition: string }>`
    select format('%s.%s', conrelid::regclass, a.attname) as of,
      format('%s.%s', confrelid::regclass, f.attname) as to,
      pg_get_constraintdef(c.oid) as definition
    from pg_constraint c
    join pg_attribute a on a.attrelid = conrelid and a.attnum = conkey[1]
    left join pg_attribute f on f.attrelid = confrelid and f.attnum = confkey[1]
    where contype in ('c', 'f') and cardinality(conkey) = 1`.execute(db);
  const closed = new Map<string, string[]>();
  const references = new Map<string, string>();
  for (const { of, to, definition } of rows) {
    const list = closedCheck.exec(definition)?.[1];
    if (list) closed.set(of, await evaluate(db, list.startsWith("'") ? `array[${list}]` : list));
    if (to) references.set(of, to);
  }
  const wordsOf = (column: string): string[] | null => {
    const referenced = references.get(column);
    return closed.get(column) ?? (referenced ? wordsOf(referenced) : null);
  };
  return wordsOf;
}

/**
 * A check that only lists words, as PostgreSQL prints it: `in (…)` as `= ANY (ARRAY[…])`, or as `=` with a single
 * word, and `<@` for an array. A function without arguments may hold the list.
 */
const closedCheck = /^CHECK \(\(\w+ (?:= ANY|<@|=) \(?(ARRAY\[[^\]]+\]|\w+\(\)|'[^']+'::text)\)+$/;

async function evaluate(db: Kysely<unknown>, list: string): Promise<string[]> {
  const { rows } = await sql<{ words: string[] }>`select ${sql.raw(list)} as words`.execute(db);
  return rows.flatMap(({ words }) => words);
}
