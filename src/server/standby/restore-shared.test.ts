import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { emptyFolder, partsOf } from '../../testing/backup-scene.ts';
import { newCommunity } from '../../testing/community.ts';
import { makeFolder } from '../../testing/postgres/embedded-database.ts';
import { planHosts, runHere, urlOf } from '../../testing/processes/standby-scene.ts';
import { writeBackup } from '../backup/write-backup.ts';
import { connect } from '../db/connect.ts';
import { nameOfHost } from '../db/database-hosts.ts';

it('npm run restore brings a backup back to a machine whose database others follow, and its servers reach it', async () => {
  const community = await newCommunity();
  onTestFinished(() => community.close());
  const administrator = await community.person({ role: 'admin' });
  const file = path.join(emptyFolder(), 'backup.tar.gz');
  await writeBackup(file, partsOf(community.address, emptyFolder()));

  // Both machines are lost, so that no host of DATABASE_URL answers.
  const { one, two, sharedBy } = await planHosts();
  const dataDir = makeFolder();
  const env = {
    ...process.env,
    ...{ DATA_DIR: dataDir, DATABASE_URL: urlOf([one, two]), DATABASE_LISTEN: nameOfHost(one) },
  };
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/operate/restore.ts', file], {
    env,
  });
  expect(stdout).toContain('The doctor finds nothing broken.');

  const machine = await runHere(dataDir, sharedBy(one));
  onTestFinished(() => machine.stop());
  const { db, close } = connect({ url: urlOf([one, two]) });
  onTestFinished(close);
  expect(await db.selectFrom('users').select('id').execute()).toEqual([{ id: administrator.id }]);
}, 300_000);
