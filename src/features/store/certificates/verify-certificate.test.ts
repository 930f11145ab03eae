import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { certifyLevel } from '../../../testing/rows/certify-level.ts';

let community: Community;
let owner: Person;
let teacher: Person;
let code: string;
const issued = new Date('2026-11-20T18:00:00.000Z');

beforeAll(async () => {
  community = await newCommunity();
  teacher = await community.person({ role: 'teacher', verified: true, name: 'Inés Ávila' });
  owner = await community.person({ coins: 5000, name: 'Ana L.' });
  community.setNow(issued);
  code = await certifyLevel(community, { teacher, buyer: owner, shownName: 'Ana María López' });
});
afterAll(() => community.close());

const verify = (who: Person | null, typed: string) =>
  community.request(who, 'GET', `/api/store/certificates/${encodeURIComponent(typed)}`);

it('a visitor with the code reads the certified level and the name, and nothing else about the owner', async () => {
  expect(code).toMatch(/^[A-HJ-NP-Z2-9]{12}$/);
  const answer = await verify(null, code);
  expect([answer.status, await answer.json()]).toEqual([
    200,
    {
      code,
      shownName: 'Ana María López',
      language: 'fr',
      level: 'advanced',
      issuedAt: issued.toISOString(),
      issuedBy: 'Inés Ávila',
      own: false,
    },
  ]);
});

it('a code is found in any case, with spaces or hyphens', async () => {
  const typed = `${code.slice(0, 4)}-${code.slice(4, 8)}-${code.slice(8)}`.toLowerCase();
  expect((await verify(null, typed)).status).toBe(200);
});

it.each(['ABCDEFGHJKLM', 'x', '%', "' or 1=1 --", 'é'.repeat(12)])('%s is no certificate', async (typed) => {
  expect((await verify(null, typed)).status).toBe(404);
});

it('two certificates have two codes', async () => {
  expect(await certifyLevel(community, { teacher, buyer: owner, shownName: 'Ana María López' })).not.toBe(
    code,
  );
});

it('a certificate says whether the reader is its owner', async () => {
  expect(await (await verify(owner, code)).json()).toMatchObject({ own: true });
});
