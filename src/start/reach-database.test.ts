import { expect, it } from 'vitest';
import type { DbAddress } from '#server/db/connect.ts';
import { askOnce, emptyDatabase, migratedDatabase } from '../testing/backup-scene.ts';
import { urlOf } from '../testing/processes/start-server.ts';
import { reachDatabase } from './reach-database.ts';

const reach = (address: DbAddress) => reachDatabase(urlOf(address));

it('reachDatabase takes an empty database and one that Sumi has prepared', async () => {
  await reach(await emptyDatabase());
  await reach(await migratedDatabase());
});

it('reachDatabase refuses a database with another encoding, and says which one to make', async () => {
  const address = await emptyDatabase(`encoding 'LATIN1' template template0 locale 'C'`);
  await expect(reach(address)).rejects.toThrow(/^DATABASE_URL: .* has the encoding LATIN1: make one with/);
});

it('reachDatabase refuses a role that may make no tables, and says how to let it', async () => {
  const address = await emptyDatabase();
  await askOnce(address, 'revoke create on schema public from pg_database_owner');
  await expect(reach(address)).rejects.toThrow(
    /^DATABASE_URL: the role \w+ may not make tables in \w+: alter database/,
  );
});

it('reachDatabase refuses a database with tables of another program, and not those of an extension', async () => {
  const address = await emptyDatabase();
  await askOnce(
    address,
    'create extension hstore; create table theirs (id int); alter extension hstore add table theirs',
  );
  await reach(address);
  await askOnce(address, 'alter extension hstore drop table theirs');
  await expect(reach(address)).rejects.toThrow('has tables of another program (theirs)');
});
