import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { filesInBucket } from '#server/files/files-in-bucket.ts';
import { filesInFolder } from '#server/files/files-in-folder.ts';
import { removeFiles } from '#server/files/remove-files.ts';
import { findStuck } from '#server/jobs/find-stuck.ts';
import { startJobs } from '#server/jobs/start-jobs.ts';
import { createLog } from '#server/log.ts';
import { hourMs } from '#shared/time/durations.ts';
import { type Community, newCommunity, type Person } from '../../testing/community.ts';
import { goodPassword, personWithPassword } from '../../testing/sign-in.ts';
import { startObjectStore } from '../../testing/stand-ins/object-store.ts';

/* What these tests guarantee: a picture that is no longer a person's does not stay public because the store of files
 * was away, or because the process stopped after the commit. */

let community: Community;
let store: Awaited<ReturnType<typeof startObjectStore>>;
const log = createLog('silent');
beforeAll(async () => {
  community = await newCommunity();
  store = await startObjectStore();
});
afterAll(async () => {
  await store.close();
  await community.close();
});

const square = { create: { width: 9, height: 9, channels: 3, background: '#333333' } } as const;

async function withPicture(): Promise<{ person: Person; image: string }> {
  const person = await personWithPassword(community);
  const png = new Uint8Array(await sharp(square).png().toBuffer());
  const type = { 'content-type': 'image/png' };
  const answer = await community.request(person, 'PUT', '/api/profiles/me/avatar', png, type);
  expect(answer.status).toBe(200);
  return { person, image: (await answer.json()).image };
}

const statusOf = async (address: string) => (await community.request(null, 'GET', address)).status;
const kept = () => readdir(path.join(community.filesFolder, 'avatars')).catch((): string[] => []);

/** Letters of this community are not sent, so they are stuck too. */
async function stuckFiles() {
  return (await findStuck(await community.ctxFor())).filter(({ kind }) => kind === 'remove-file');
}

async function remove(person: Person): Promise<void> {
  expect((await community.request(person, 'DELETE', '/api/profiles/me/avatar')).status).toBe(200);
}

async function deleteAccount(person: Person): Promise<void> {
  const typed = { password: goodPassword, typed: person.email };
  expect((await community.request(person, 'POST', '/api/privacy/deletion', typed)).status).toBe(200);
}

async function markAsKid({ id }: Person): Promise<void> {
  const admin = await community.person({ role: 'admin' });
  const kid = { ageGroup: 'kid' };
  expect((await community.request(admin, 'PUT', `/api/people/${id}/age-group`, kid)).status).toBe(200);
}

describe.each([
  ['a member removed', remove],
  ['was left by a deleted account', deleteAccount],
  ['was taken off an account marked as a kid’s', markAsKid],
] as const)('a picture that %s', (_how, take) => {
  it('is removed by the next process when the first one stopped right after the commit', async () => {
    const { person, image } = await withPicture();
    // No process of this community does due work: it stands for one that was killed.
    await take(person);
    expect(await statusOf(image)).toBe(200);
    const handlers = [removeFiles(filesInFolder(community.filesFolder))];
    const jobs = await startJobs({ db: community.db, log, clock: () => new Date() }, [{ handlers }]);
    onTestFinished(() => jobs.stop());
    await expect.poll(() => statusOf(image)).toBe(404);
  });

  it('is removed from a bucket that failed at first', async () => {
    const { person, image } = await withPicture();
    const name = image.replace('/media/people', 'avatars');
    store.objects.set(name, Buffer.from('a face'));
    await take(person);
    const inBucket = removeFiles(filesInBucket(store.bucket, log));
    store.turn('fails', 'fails', 'fails');
    await community.runDue(inBucket);
    expect([...store.objects.keys()]).toEqual([name]);
    community.setNow(new Date(Date.now() + hourMs));
    onTestFinished(() => community.setNow(null));
    await community.runDue(inBucket);
    expect(store.objects.size).toBe(0);
  });
});

it('a picture that a bucket never removes stands among what is stuck', async () => {
  const { person, image } = await withPicture();
  const elsewhere = filesInBucket({ ...store.bucket, name: 'others' }, log);
  await remove(person);
  onTestFinished(() => community.setNow(null));
  for (let hour = 0; hour < 4; hour++) {
    community.setNow(new Date(Date.now() + hour * 2 * hourMs));
    await community.runDue(removeFiles(elsewhere));
  }
  expect(await stuckFiles()).toMatchObject([
    { kind: 'remove-file', count: 1, lastError: 'the store of files did not remove a file' },
  ]);
  community.setNow(new Date(Date.now() + 9 * hourMs));
  await community.runDue(removeFiles(filesInFolder(community.filesFolder)));
  expect(await stuckFiles()).toEqual([]);
  expect(await statusOf(image)).toBe(404);
});

it('a file whose upload ended between the file and the commit is removed a day later, and one that has an owner stays', async () => {
  const { image } = await withPicture();
  const unlucky = await withPicture();
  const before = await kept();
  // The database ends the transaction as it does when a process is killed: the outcome is no refusal.
  await sql`create function fail_for_test() returns trigger language plpgsql as $$ begin raise 'killed'; end $$`.execute(
    community.db,
  );
  await sql`create trigger fail_for_test before update on users for each row execute function fail_for_test()`.execute(
    community.db,
  );
  const png = new Uint8Array(await sharp(square).png().toBuffer());
  const type = { 'content-type': 'image/png' };
  const answer = await community.request(unlucky.person, 'PUT', '/api/profiles/me/avatar', png, type);
  await sql`drop function fail_for_test cascade`.execute(community.db);
  expect(answer.status).toBe(500);
  const [orphan] = (await kept()).filter((name) => !before.includes(name));
  const removeDue = () => community.runDue(removeFiles(filesInFolder(community.filesFolder)));
  await removeDue();
  expect(await kept()).toContain(orphan);
  community.setNow(new Date(Date.now() + 25 * hourMs));
  onTestFinished(() => community.setNow(null));
  await removeDue();
  expect(await kept()).not.toContain(orphan);
  expect([await statusOf(image), await statusOf(unlucky.image)]).toEqual([200, 200]);
});
