import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Community, newCommunity, type Person } from '../../testing/community.ts';

let community: Community;
let people: (Person | null)[];
beforeAll(async () => {
  community = await newCommunity();
  people = [
    null,
    await community.person(),
    await community.person({ role: 'teacher' }),
    await community.person({ role: 'teacher', verified: true }),
    await community.person({ role: 'admin' }),
  ];
});
afterAll(() => community.close());

const nobody = '0197f3a0-0000-7000-8000-000000000000';
const csv = new TextEncoder().encode('Full name,Username\nAna,ana\n');

it.each([
  ['GET', '/api/cup', undefined, [200, 200, 200, 200, 200]],
  ['GET', '/api/cup/boards', undefined, [401, 403, 403, 403, 200]],
  ['POST', '/api/cup/imports?season=2026-11', csv, [401, 403, 403, 403, 200]],
  ['POST', `/api/cup/imports/${nobody}/commit`, undefined, [401, 403, 403, 403, 404]],
  ['DELETE', `/api/cup/imports/${nobody}`, undefined, [401, 403, 403, 403, 404]],
  ['POST', `/api/cup/boards/${nobody}/put-back`, undefined, [401, 403, 403, 403, 404]],
  ['GET', `/api/cup/boards/${nobody}/export`, undefined, [401, 403, 403, 403, 404]],
  ['GET', '/api/cup/own', undefined, [401, 200, 200, 200, 200]],
  ['PUT', '/api/cup/visibility', { hidden: false }, [401, 200, 200, 200, 200]],
  ['POST', '/api/cup/claims', { username: 'nobody' }, [401, 422, 422, 422, 422]],
  ['DELETE', '/api/cup/claims/own', undefined, [401, 200, 200, 200, 200]],
  ['GET', '/api/cup/claims', undefined, [401, 403, 403, 403, 200]],
  ['POST', `/api/cup/claims/${nobody}/confirm`, {}, [401, 403, 403, 403, 404]],
  ['POST', `/api/cup/claims/${nobody}/reject`, {}, [401, 403, 403, 403, 404]],
  ['POST', `/api/cup/claims/${nobody}/revoke`, {}, [401, 403, 403, 403, 404]],
  ['POST', '/api/cup/imports/mine/commit', undefined, [400, 400, 400, 400, 400]],
])('%s %s answers each kind of person as the policy says', async (method, path, body, expected) => {
  const statuses: number[] = [];
  for (const person of people) {
    const headers: Record<string, string> = body instanceof Uint8Array ? { 'content-type': 'text/csv' } : {};
    statuses.push((await community.request(person, method, path, body, headers)).status);
  }
  expect(statuses).toEqual(expected);
});
