import { afterAll, beforeAll, expect, it } from 'vitest';
import { commonRefusals } from '#shared/refusal.ts';
import { type Community, newCommunity } from '../../testing/community.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());

it('changeProfile changes what is given and leaves the rest', async () => {
  const person = await community.person({ name: 'Ana' });
  await community.request(person, 'PATCH', '/api/profiles/me', { country: 'Perú', zone: 'America/Lima' });
  const changed = await community.request(person, 'PATCH', '/api/profiles/me', { name: '  Ana María ' });
  expect(await changed.json()).toMatchObject({ name: 'Ana María', country: 'Perú', zone: 'America/Lima' });
});

it('changeProfile stores a country under its Spanish name, whatever its language and accents, and refuses other texts', async () => {
  const person = await community.person();
  const change = (country: string) => community.request(person, 'PATCH', '/api/profiles/me', { country });
  expect(await (await change('peru')).json()).toMatchObject({ country: 'Perú' });
  await expect(change('mex')).toBeRefused(commonRefusals.badInput);
});

it('changeProfile takes no coins, streak, tier, totals, role or age group from the browser', async () => {
  const person = await community.person();
  const before = await (await community.request(person, 'GET', '/api/profiles/me')).json();
  const protectedFields = {
    sumicoinsBalance: 9999,
    streakDays: 400,
    tier: 'vip',
    totalVideosWatched: 9999,
    totalLearningMinutes: 9999,
    ageGroup: 'kid',
    role: 'admin',
    email: 'otra@example.org',
    userId: crypto.randomUUID(),
  };
  const changed = await community.request(person, 'PATCH', '/api/profiles/me', protectedFields);
  expect(await changed.json()).toEqual(before);
});

it.each([
  ['an empty name', { name: '   ' }],
  ['a name of 81 letters', { name: 'a'.repeat(81) }],
  ['a name with NUL', { name: 'a\u0000b' }],
  ['half a letter', { name: '\ud83d' }],
  ['a name written backwards', { name: '\u202eana' }],
  ['a zone that is nowhere', { zone: 'Mars/Olympus' }],
  ['a language without texts', { locale: 'xx' }],
  ['a list', []],
])('changeProfile refuses %s', async (_what, wrong) => {
  const person = await community.person({ name: 'Ana' });
  expect((await community.request(person, 'PATCH', '/api/profiles/me', wrong)).status).toBe(400);
  expect(await (await community.request(person, 'GET', '/api/profiles/me')).json()).toMatchObject({
    name: 'Ana',
  });
});
