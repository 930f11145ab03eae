import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertAttended } from '../../../testing/class-scene.ts';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { certificateItem } from '../contract.ts';

let community: Community;
let owner: Person;
let teacher: Person;
let code: string;
const issued = new Date('2026-11-20T18:00:00.000Z');

async function certify(buyer: Person, shownName: string): Promise<string> {
  await insertAttended(community.db, teacher, buyer);
  const bought = await community.request(buyer, 'POST', '/api/store/orders', { itemId: certificateItem });
  const { order } = await bought.json();
  const answer = await community.request(teacher, 'POST', `/api/store/orders/${order.id}/fulfil`, {
    certificate: { language: 'fr', level: 'advanced', shownName },
  });
  return (await answer.json()).certificate;
}

beforeAll(async () => {
  community = await newCommunity();
  teacher = await community.person({ role: 'teacher', verified: true, name: 'Inés Ávila' });
  owner = await community.person({ coins: 5000, name: 'Ana L.' });
  community.setNow(issued);
  code = await certify(owner, 'Ana María López');
});
afterAll(() => community.close());

const verify = (who: Person | null, typed: string) =>
  community.request(who, 'GET', `/api/store/certificates/${encodeURIComponent(typed)}`);
const download = (who: Person | null, typed = code, query = '') =>
  community.request(who, 'GET', `/api/store/certificates/${typed}/pdf${query}`);

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
  expect(await certify(owner, 'Ana María López')).not.toBe(code);
});

it('only its owner and administrators download a certificate', async () => {
  const paper = await download(owner);
  expect(paper.status).toBe(200);
  expect(paper.headers.get('content-type')).toBe('application/pdf');
  expect(paper.headers.get('content-disposition')).toBe(`attachment; filename="sumi-${code}.pdf"`);
  expect(paper.headers.get('cache-control')).toBe('private, no-store');
  const bytes = Buffer.from(await paper.arrayBuffer());
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect(bytes.toString('latin1')).toContain(`(http://localhost:3000/certificates/${code})`);
  expect((await download(await community.person({ role: 'admin' }))).status).toBe(200);
  expect((await download(await community.person())).status).toBe(403);
  expect((await download(teacher)).status).toBe(403);
  expect((await download(null)).status).toBe(401);
  expect((await download(owner, 'ABCDEFGHJKLM')).status).toBe(404);
});

it('a certificate is in the reader’s language, or in English when its typeface lacks the letters', async () => {
  const langOf = async (locale: string) =>
    /\/Lang \((\w+)\)/.exec(
      Buffer.from(await (await download(owner, code, `?locale=${locale}`)).arrayBuffer()).toString('latin1'),
    )?.[1];
  expect([await langOf('de'), await langOf('ko'), await langOf('nonsense')]).toEqual(['de', 'en', 'en']);
});

it('a certificate says whether the reader is its owner', async () => {
  expect(await (await verify(owner, code)).json()).toMatchObject({ own: true });
});
