import pg from 'pg';
import { superuserName } from './create-cluster.ts';

/** One connection for housekeeping, over the socket that only the database's user and root may enter. */
export async function connectAsSuperuser(
  { host, port }: { host: string; port: number },
  purpose: string,
): Promise<pg.Client> {
  const client = new pg.Client({
    ...{ host, port, user: superuserName, database: 'postgres', ssl: false },
    application_name: purpose,
    connectionTimeoutMillis: 20_000,
    // What a housekeeper writes is for this machine alone: it must not wait for a standby that is away.
    options: '-c synchronous_commit=local',
  });
  client.on('error', () => {});
  await client.connect();
  return client;
}
