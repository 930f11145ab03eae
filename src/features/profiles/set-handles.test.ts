import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commonRefusals } from '#shared/refusal.ts';
import { type Community, newCommunity, type Person } from '../../testing/community.ts';
import { handlesAreForAdults } from './contract.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());

const put = (person: Person | null, body: unknown) =>
  community.request(person, 'PUT', '/api/profiles/me/handles', body);
const kept = async ({ id }: Person) => {
  const rows = await community.db
    .selectFrom('oauthConnections')
    .select(['platform', 'platformUsername'])
    .where('userId', '=', id)
    .orderBy('platform')
    .execute();
  return rows.map(({ platform, platformUsername }) => `${platform} ${platformUsername}`);
};

describe('setHandles', () => {
  it('keeps one handle for each platform, trimmed, and answers the profile', async () => {
    const ana = await community.person();
    const answer = await put(ana, { instagram: '  ana.aprende ', tiktok: 'ana#1' });
    expect(await answer.json()).toMatchObject({ handles: { instagram: 'ana.aprende', tiktok: 'ana#1' } });
    await put(ana, { instagram: 'ana.otra' });
    expect(await kept(ana)).toEqual(['instagram ana.otra', 'tiktok ana#1']);
  });

  it('removes a handle for an empty one, and leaves the platforms that are not named', async () => {
    const ana = await community.person();
    await put(ana, { instagram: 'ana', tiktok: 'ana#1' });
    await put(ana, { instagram: '' });
    expect(await kept(ana)).toEqual(['tiktok ana#1']);
    await put(ana, {});
    expect(await kept(ana)).toEqual(['tiktok ana#1']);
  });

  it('refuses handles of kids, who may still remove one', async () => {
    const kid = await community.person({ ageGroup: 'kid' });
    await expect(put(kid, { instagram: 'peque', tiktok: '' })).toBeRefused(handlesAreForAdults);
    expect(await kept(kid)).toEqual([]);
    expect((await put(kid, { instagram: '' })).status).toBe(200);
  });

  it.each([
    ['a platform that is not listed', { myspace: 'ana' }],
    ['a handle of 101 letters', { instagram: 'x'.repeat(101) }],
    ['a handle over two lines', { instagram: 'a\nb' }],
    ['a number', { instagram: 7 }],
  ])('refuses %s, and keeps nothing of the request', async (_what, wrong) => {
    const ana = await community.person();
    await expect(put(ana, { tiktok: 'ana#1', ...wrong })).toBeRefused(commonRefusals.badInput);
    expect(await kept(ana)).toEqual([]);
  });

  it('changes nothing of another member, and asks a visitor to sign in', async () => {
    const [ana, beto] = [await community.person(), await community.person()];
    await put(ana, { instagram: 'ana' });
    await put(beto, { instagram: 'beto' });
    await put(beto, { instagram: '' });
    expect(await kept(ana)).toEqual(['instagram ana']);
    await expect(put(null, { instagram: 'ana' })).toBeRefused(commonRefusals.signInFirst);
  });

  it('invalidates the profile in the member’s open tabs, once for a change and never for none', async () => {
    const ana = await community.person();
    const events = () =>
      community.db
        .selectFrom('events')
        .select('audience')
        .where('kind', '=', 'profiles.changed')
        .where(({ eb, fn, val }) => eb(val(ana.id), '=', fn.any('audience')))
        .execute();
    await put(ana, { instagram: 'ana', tiktok: 'ana#1' });
    expect(await events()).toEqual([{ audience: [ana.id] }]);
    await put(ana, {});
    expect(await events()).toHaveLength(1);
  });
});
