import { rm } from 'node:fs/promises';
import { standbyName } from '#server/embedded-postgres/network-settings.ts';
import { copyPrimary } from '#server/standby/copy-primary.ts';
import { promoteStandby } from '#server/standby/promote-standby.ts';
import { serverOf } from '../postgres/embedded-database.ts';
import { dataOf, type Machine, password, planHosts, runHere, urlOf } from './standby-scene.ts';

/** A database and the standby that follows it, in two folders, each reached over the network. */
export async function replicaScene(folders: { one: string; two: string }) {
  const { one, two, sharedBy } = await planHosts();
  let primary: Machine = await runHere(folders.one, sharedBy(one, [one]));
  let standby: Machine | null = null;
  const ofStandby = () => {
    if (!standby) throw new Error('nothing follows yet');
    return standby;
  };
  return {
    one,
    two,
    /** The address of the servers, and of their replica, whichever of the two is which. */
    url: urlOf([one, two]),
    /** Once there is something to follow. */
    async follow() {
      await copyPrimary(folders.two, one, password);
      standby = await runHere(folders.two, sharedBy(two));
    },
    /** From now on the standby receives what is written, and shows none of it. */
    async pause() {
      await ofStandby().ask('select pg_wal_replay_pause()');
      const state = async () =>
        (await ofStandby().ask('select pg_get_wal_replay_pause_state() as word'))?.word;
      let isPaused = false;
      while (!isPaused) isPaused = (await state()) === 'paused';
    },
    resume: () => ofStandby().ask('select pg_wal_replay_resume()'),
    /** From now on the standby receives nothing. */
    async part() {
      await primary.ask(
        `alter role ${standbyName} nologin; select pg_terminate_backend(pid) from pg_stat_replication`,
      );
      let isParted = false;
      while (!isParted) isParted = !(await primary.ask('select from pg_stat_replication'));
    },
    /** The first machine dies, and the second one takes the writes. */
    async promote() {
      await primary.stop();
      await promoteStandby(folders.two, sharedBy(two));
      await ofStandby().ask(`alter role ${standbyName} login`);
    },
    /** The first machine is back, with a copy of the second one. */
    async followBack() {
      await rm(dataOf(folders.one), { recursive: true });
      await copyPrimary(folders.one, two, password);
      primary = await runHere(folders.one, sharedBy(one));
    },
    async killStandby() {
      process.kill(serverOf(dataOf(folders.two)), 'SIGKILL');
      // Nothing starts it again.
      await ofStandby().stop();
    },
    async startStandby() {
      standby = await runHere(folders.two, sharedBy(two));
    },
    async stop() {
      await standby?.stop();
      await primary.stop();
    },
  };
}

export type ReplicaScene = Awaited<ReturnType<typeof replicaScene>>;
