import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAccount } from '#features/accounts/contract.ts';
import { answerOf } from '../../testing/answers/answer-of.ts';
import { type Community, newCommunity, type Person } from '../../testing/community.ts';
import { setPreferences } from './set-preferences.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());

type Preferences = Parameters<typeof setPreferences>[1];

async function set(person: Person, preferences: Preferences): Promise<void> {
  const ctx = await community.ctxFor(person);
  await setPreferences(ctx, preferences);
}

const kept = ({ id }: Person) =>
  community.db
    .selectFrom('profiles')
    .select(['languages', 'level', 'goals', 'learningStyle', 'availableTime', 'modality'])
    .where('userId', '=', id)
    .executeTakeFirstOrThrow();

describe('setPreferences', () => {
  it('keeps what a member learns, each language once and in their order', async () => {
    const ana = await community.person();
    await set(ana, { languages: ['fr', 'en', 'fr'], level: 'intermediate' });
    expect(await kept(ana)).toMatchObject({ languages: ['fr', 'en'], level: 'intermediate' });
  });

  it('changes the ways of learning that are given and leaves the others', async () => {
    const ana = await community.person();
    const level = { languages: ['en'], level: 'basic' } satisfies Preferences;
    await set(ana, { ...level, goals: ['travel', 'travel'], availableTime: '15-30', modality: ['mixed'] });
    await set(ana, { ...level, learningStyle: ['group'] });
    expect(await kept(ana)).toMatchObject({
      goals: ['travel'],
      learningStyle: ['group'],
      availableTime: '15-30',
      modality: ['mixed'],
    });
    await set(ana, { ...level, goals: [], availableTime: null });
    expect(await kept(ana)).toMatchObject({ goals: [], availableTime: null, modality: ['mixed'] });
  });

  it('counts with the member’s next request, and invalidates their own tabs only', async () => {
    const [ana, beto] = [await community.person(), await community.person()];
    const languagesOf = async (person: Person) => {
      const { account } = await answerOf(community.request(person, 'GET', '/api/accounts/me'), readAccount);
      return account?.languages;
    };
    expect([await languagesOf(ana), await languagesOf(beto)]).toEqual([[], []]);
    await set(ana, { languages: ['de'], level: 'advanced' });
    expect([await languagesOf(ana), await languagesOf(beto)]).toEqual([['de'], []]);
    const events = await community.db
      .selectFrom('events')
      .select(['kind', 'audience'])
      .where('kind', '=', 'profiles.changed')
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    expect(events).toEqual([{ kind: 'profiles.changed', audience: [ana.id] }]);
  });
});
