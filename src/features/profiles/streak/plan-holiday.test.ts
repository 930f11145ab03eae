import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { profileRefusals } from '../contract.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());

const zone = 'America/Mexico_City';
/** Noon in Mexico City of a day of January 2027. */
const at = (day: number) => community.setNow(new Date(Date.UTC(2027, 0, day, 18)));
const date = (day: number) => `2027-01-${String(day).padStart(2, '0')}`;
const plan = (person: Person, firstDay: number, lastDay: number) =>
  community.request(person, 'PUT', '/api/profiles/me/holiday', {
    firstDay: date(firstDay),
    lastDay: date(lastDay),
  });

it('planHoliday refuses a holiday from today on, one that is too long, and one too soon after the last', async () => {
  const ana = await community.person({ zone });
  at(5);
  await expect(plan(ana, 5, 6)).toBeRefused(profileRefusals.holidayNotAhead);
  await expect(plan(ana, 1, 2)).toBeRefused(profileRefusals.holidayNotAhead);
  await expect(plan(ana, 6, 20)).toBeRefused(profileRefusals.holidayTooLong);
  expect((await plan(ana, 6, 19)).status).toBe(200);
  // Before it begins another takes its place.
  expect((await plan(ana, 7, 8)).status).toBe(200);
  at(9);
  await expect(plan(ana, 10, 12)).toBeRefused(profileRefusals.holidayTooSoon);
});
