import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Community, newCommunity } from '../../testing/community.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());

const answers = {
  languages: ['en', 'fr'],
  level: 'intermediate',
  socialMedia: { instagram: ' @ximena ', youtube: '' },
};

it('saveQuizAnswers stores the languages, the level and the handles that were typed', async () => {
  const person = await community.person();
  const saved = await community.request(person, 'PUT', '/api/quiz/answers', answers);
  expect(saved.status).toBe(200);
  expect(await saved.json()).toMatchObject({
    languages: ['en', 'fr'],
    level: 'intermediate',
    handles: { instagram: '@ximena' },
  });
  const me = await community.request(person, 'GET', '/api/accounts/me');
  expect(await me.json()).toMatchObject({ account: { languages: ['en', 'fr'] } });
});

it('saveQuizAnswers keeps a handle of the profile when its field is empty', async () => {
  const person = await community.person();
  await community.request(person, 'PUT', '/api/profiles/me/handles', { youtube: '@canal' });
  const saved = await community.request(person, 'PUT', '/api/quiz/answers', answers);
  expect(await saved.json()).toMatchObject({ handles: { instagram: '@ximena', youtube: '@canal' } });
});

it('saveQuizAnswers stores no handle of a kid', async () => {
  const kid = await community.person({ ageGroup: 'kid' });
  const saved = await community.request(kid, 'PUT', '/api/quiz/answers', answers);
  expect(await saved.json()).toMatchObject({ level: 'intermediate', handles: {} });
  const typed = await community.request(kid, 'PUT', '/api/profiles/me/handles', { tiktok: '@yo' });
  expect(typed.status).toBe(403);
});

it.each([
  ['no language', { ...answers, languages: [] }],
  ['an unknown language', { ...answers, languages: ['klingon'] }],
  ['an unknown level', { ...answers, level: 'native' }],
  ['two levels', { ...answers, level: ['basic', 'advanced'] }],
  ['an unknown platform', { ...answers, socialMedia: { myspace: '@x' } }],
  ['a handle of 200 characters', { ...answers, socialMedia: { tiktok: 'x'.repeat(200) } }],
])('saveQuizAnswers refuses %s and changes nothing', async (_what, wrong) => {
  const person = await community.person();
  const saved = await community.request(person, 'PUT', '/api/quiz/answers', wrong);
  expect(saved.status).toBe(400);
  const profile = await (await community.request(person, 'GET', '/api/profiles/me')).json();
  expect(profile).toMatchObject({ languages: [], level: null, handles: {} });
});
