import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { listAdministrators } from './list-administrators.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());

/** An administrator without any way in. */
async function lockedOut(): Promise<Person> {
  const admin = await community.person({ role: 'admin' });
  await community.db.deleteFrom('sessions').where('userId', '=', admin.id).execute();
  return admin;
}

const counts = async ({ id }: Person) => (await listAdministrators(await community.ctxFor())).includes(id);

it('listAdministrators counts an administrator with a session until it ends', async () => {
  const admin = await community.person({ role: 'admin' });
  expect(await counts(admin)).toBe(true);
  await community.db
    .updateTable('sessions')
    .set({ expiresAt: new Date(0) })
    .where('userId', '=', admin.id)
    .execute();
  expect(await counts(admin)).toBe(false);
});

it.each<[string, (userId: string) => Promise<unknown>]>([
  [
    'a password',
    (userId) =>
      community.db
        .insertInto('signInMethods')
        .values({ userId, providerId: 'credential', accountId: userId })
        .execute(),
  ],
  [
    'a passkey',
    (userId) =>
      community.db
        .insertInto('passkeys')
        .values({
          userId,
          name: 'Llave',
          credentialId: 'a-credential-of-a-device',
          publicKey: Buffer.from('key'),
          counter: 0,
          synced: false,
        })
        .execute(),
  ],
  [
    'a telephone',
    (userId) => community.db.insertInto('phones').values({ userId, number: '+525512345678' }).execute(),
  ],
])('listAdministrators counts an administrator who has no session but %s', async (_way, give) => {
  const admin = await lockedOut();
  expect(await counts(admin)).toBe(false);
  await give(admin.id);
  expect(await counts(admin)).toBe(true);
});

it('listAdministrators counts no teacher, and no administrator who is banned', async () => {
  const teacher = await community.person({ role: 'teacher', verified: true });
  const banned = await community.person({ role: 'admin' });
  await community.db.updateTable('users').set({ bannedAt: new Date() }).where('id', '=', banned.id).execute();
  for (const person of [teacher, banned]) expect(await counts(person)).toBe(false);
});
