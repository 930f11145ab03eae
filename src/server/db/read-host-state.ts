import pg from 'pg';
import { type DbHost, withHost } from './database-hosts.ts';
import { onlyRow } from './only-row.ts';

/**
 * What a database says of itself: that it takes writes, on which timeline (each promotion begins the next one) and of
 * which system (a copy has the same, another community another one), that it follows another one, that it is not
 * ready to say, or why it never lets this address in. `away` has no answer at all.
 */
export type HostState =
  | { is: 'primary'; timeline: number; system: string }
  | { is: 'standby' | 'unready' | 'away' }
  | { is: 'refusing'; error: Error };

/** A machine that is gone does not even refuse. */
const answerMs = 2000;

/** In recovery there is no timeline to ask for. */
export const stateQuery = `
  select case when pg_is_in_recovery() then null
    else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline,
    (select system_identifier::text from pg_control_system()) as system`;

/** PostgreSQL's codes for a wrong user or password, and for a database that it does not have. */
const refusals = /^28|^3D000$/;

export async function readHostState(url: string, host: DbHost): Promise<HostState> {
  const client = new pg.Client({
    connectionString: withHost(url, host),
    application_name: 'sumi-host-state',
    connectionTimeoutMillis: answerMs,
    query_timeout: answerMs,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ timeline: number | null; system: string }>(stateQuery);
    const { timeline, system } = onlyRow(rows);
    return timeline === null ? { is: 'standby' } : { is: 'primary', timeline, system };
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) return { is: 'away' };
    return refusals.test(error.code ?? '') ? { is: 'refusing', error } : { is: 'unready' };
  } finally {
    client.end().catch(() => {});
    client.connection.stream.destroy();
  }
}
