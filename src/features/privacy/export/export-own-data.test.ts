import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { goodPassword, personWithPassword } from '../../../testing/sign-in.ts';
import { exportLimit } from '../rules.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());

const ask = (person: Person | null, password?: string) =>
  community.request(person, 'POST', '/api/privacy/export', { password });

async function signedInLongAgo(): Promise<Person> {
  const person = await personWithPassword(community);
  const longAgo = new Date(Date.now() - 16 * 60_000);
  await community.db
    .updateTable('sessions')
    .set({ createdAt: longAgo })
    .where('userId', '=', person.id)
    .execute();
  return person;
}

describe('exportOwnData', () => {
  it('asks who signed in more than a quarter of an hour ago for their password', async () => {
    const person = await signedInLongAgo();
    const refused = await ask(person);
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({ code: 'accounts/password-again' });
    const wrong = await ask(person, 'no-es-esta');
    expect(wrong.status).toBe(400);
    expect(await wrong.json()).toMatchObject({ code: 'accounts/wrong-password' });
    const given = await ask(person, goodPassword);
    expect(given.status).toBe(200);
    expect(given.headers.get('content-type')).toBe('application/zip');
    expect(given.headers.get('content-disposition')).toContain('sumi.zip');
    expect(unzipSync(new Uint8Array(await given.arrayBuffer()))).toHaveProperty('index.html');
  });

  it('lets 25 wrong passwords an hour be tried, and counts no right one', async () => {
    const person = await signedInLongAgo();
    for (let n = 0; n < 25; n++) expect((await ask(person, 'no-es-esta')).status).toBe(400);
    expect((await ask(person, goodPassword)).status).toBe(429);
  });

  it('makes five archives an hour for a person', async () => {
    const person = await community.person();
    for (let n = 0; n < exportLimit.max; n++) {
      const answer = await ask(person);
      expect(answer.status).toBe(200);
      await answer.arrayBuffer();
    }
    expect((await ask(person)).status).toBe(429);
  });

  it('sends every row of a long ledger, in order and once', async () => {
    const person = await community.person();
    await sql`select append_to_ledger(${person.id}, 1, 'reward', 'x', 'n' || n) from generate_series(1, 2500) n`.execute(
      community.db,
    );
    const files = unzipSync(new Uint8Array(await (await ask(person)).arrayBuffer()));
    const coins = JSON.parse(Buffer.from(files['data/coins.json'] ?? []).toString()) as {
      sequence: number;
    }[];
    expect(coins.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 2501 }, (_, n) => n + 1));
  });
});
