import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { personWithMail } from '../../../testing/stand-ins/notice-mail.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());

const choose = (person: Person, body: object) =>
  community.request(person, 'PATCH', '/api/notifications/choices', body);

describe('choices', () => {
  it('change one by one, keep the rest, and are the person’s own', async () => {
    const person = await personWithMail(community);
    const read = async () => (await community.request(person, 'GET', '/api/notifications/choices')).json();
    const before = await read();
    expect(before).toMatchObject({ quiet: { from: 22, until: 7 }, digest: false, noLetters: null });
    await choose(person, { topics: [{ topic: 'money', email: false }] });
    await choose(person, { topics: [{ topic: 'community', email: true }], quiet: { from: 0, until: 6 } });
    const after = await read();
    const mailed = after.topics.flatMap((one: { topic: string; email: boolean }) =>
      one.email ? one.topic : [],
    );
    expect(mailed).toEqual([
      'classes',
      'day-before',
      'hour-before',
      'coins',
      'account',
      'announcements',
      'community',
    ]);
    expect(after.quiet).toEqual({ from: 0, until: 6 });
    expect((await choose(person, { quiet: { from: 6, until: 6 } })).status).toBe(400);
    expect(
      await (await community.request(await community.person(), 'GET', '/api/notifications/choices')).json(),
    ).toEqual(before);
  });

  it('a kid reads that nothing goes by mail', async () => {
    const kid = await community.person({ ageGroup: 'kid' });
    const answer = await community.request(kid, 'GET', '/api/notifications/choices');
    expect((await answer.json()).noLetters).toBe('kid');
  });
});
