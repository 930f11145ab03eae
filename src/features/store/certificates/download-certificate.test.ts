import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { certifyLevel } from '../../../testing/rows/certify-level.ts';

let community: Community;
let owner: Person;
let teacher: Person;
let code: string;
beforeAll(async () => {
  community = await newCommunity();
  teacher = await community.person({ role: 'teacher', verified: true });
  owner = await community.person({ coins: 5000 });
  code = await certifyLevel(community, { teacher, buyer: owner, shownName: 'Ana María López' });
});
afterAll(() => community.close());

const download = (who: Person | null, typed = code, query = '') =>
  community.request(who, 'GET', `/api/store/certificates/${typed}/pdf${query}`);

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
