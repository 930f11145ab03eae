import { afterAll, beforeAll, expect, it } from 'vitest';
import { memberOf } from '#shared/actor.ts';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { readTaste } from './read-taste.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());

it('readTaste reads the level of the student, and not that of another', async () => {
  const levelOf = async (person: Person) => {
    const ctx = await community.ctxFor(person);
    return (await readTaste(ctx, memberOf(ctx.actor))).taste.level;
  };
  const people = [];
  for (const level of ['basic', 'advanced'] as const) people.push(await community.person({ level }));
  expect(await Promise.all(people.map(levelOf))).toEqual(['basic', 'advanced']);
});
