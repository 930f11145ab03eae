import { type RawBuilder, sql } from 'kysely';

/**
 * Whether a text that is folded already has each word of a search in it, in any order: `López Ana` finds Ana López, and
 * `frances` finds Francés. A search without words finds everything. `folded` stands in a subquery, which runs once a
 * statement; in the condition it would run once a row.
 */
export function hasWords(text: RawBuilder<unknown>, search = ''): RawBuilder<boolean> {
  const words = search.split(/\s+/).filter((word) => word !== '');
  const each = words.map((word) => sql`strpos(${text}, (select folded(${word}::text))) > 0`);
  return each.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(each, sql` and `)})`;
}
