import { sql } from 'kysely';
import type { Community, Person } from '../community.ts';
import { fillForPerson } from './fill-for-person.ts';

/** By table, the rows that name a person, as text. */
export type RowsOfPerson = Record<string, string[]>;

/**
 * A person with a row in every table that may hold one of theirs, whom nothing that others do is about. What this
 * answers reads those rows: a statement that forgot to say whose rows it changes has changed them too.
 */
export async function watchBystander(
  community: Community,
): Promise<{ bystander: Person; rows: () => Promise<RowsOfPerson> }> {
  const bystander = await community.person({ role: 'teacher', verified: true });
  await fillForPerson(community, bystander, await community.person({ role: 'admin' }));
  const { db } = community;
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select table_name as "table", column_name as "column" from information_schema.columns
    join pg_tables on tablename = table_name and schemaname = 'public'
    where table_schema = 'public' and udt_name = 'uuid'`.execute(db);
  const parts = [...Map.groupBy(columns, ({ table }) => table)].map(([table, ofTable]) => {
    const isNamed = ofTable.map(({ column }) => sql`${sql.ref(column)} = ${bystander.id}`);
    return sql`select ${table} as "table", named::text as "row" from ${sql.table(table)} named
      where ${sql.join(isNamed, sql` or `)}`;
  });
  const everything = sql<{ table: string; row: string }>`${sql.join(parts, sql` union all `)} order by 1, 2`;
  return {
    bystander,
    async rows() {
      const { rows } = await everything.execute(db);
      const byTable = [...Map.groupBy(rows, ({ table }) => table)];
      return Object.fromEntries(byTable.map(([table, found]) => [table, found.map(({ row }) => row)]));
    },
  };
}
