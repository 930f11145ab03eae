/** For a backup, the doctor, a person with psql, and what the bundled database itself holds. */
const spare = 10;
const usualPool = 20;
const leastPool = 2;

/**
 * How many pooled connections each process may hold; null when there are too few. Each process listens on one more, and
 * a rolling restart runs one process more than `processes`. `pool` is what the operator gave the server as a whole;
 * not set, each process gets what a single one would, as far as the database's `limit` allows.
 */
export function shareConnections({
  processes,
  pool,
  limit,
}: {
  processes: number;
  pool: number | undefined;
  limit: number;
}): number | null {
  const most = Math.floor((limit - spare) / (processes + 1)) - 1;
  const each = pool === undefined ? Math.min(usualPool, most) : Math.floor(pool / processes);
  return each < leastPool || each > most ? null : each;
}
