import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import type pg from 'pg';
import { from, to } from 'pg-copy-streams';

/** Every column of a row but its id, which the import leaves to the table too. */
const columns = `board_id, full_name, username, email, classroom, language, streak_days, completed_sections, total_sections,
  completion_percentage, practice_days, total_exp, learning_time, xp_per_minute, lessons, other_activities, practice, stories,
  crazy_pairs, extras, xp_position, streak_position, xp_position_in_language, streak_position_in_language`;

/** A table like that of the cup's rows: columns, defaults, constraints and indexes, without triggers. */
export async function createTableForCopies(pool: pg.Pool): Promise<void> {
  await pool.query(`create table bench_rankings (like duolingo_rankings including all);
    alter table bench_rankings add foreign key (board_id) references cup_boards on delete cascade`);
}

/** Milliseconds that a bare `COPY` of a board's rows takes, from the first byte to the commit. */
export async function timeCopy(pool: pg.Pool, boardId: string): Promise<number> {
  const client = await pool.connect();
  try {
    const source = `select ${columns} from duolingo_rankings where board_id = '${boardId}' order by id`;
    const bytes = await buffer(client.query(to(`copy (${source}) to stdout`)));
    const begun = performance.now();
    const copy = client.query(from(`copy bench_rankings (${columns}) from stdin`));
    copy.end(bytes);
    await once(copy, 'finish');
    return performance.now() - begun;
  } finally {
    client.release();
  }
}
