import { afterAll, beforeAll, expect, it } from 'vitest';
import { commonRefusals } from '#shared/refusal.ts';
import { type Community, newCommunity } from '../../../testing/community.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());

it('takeSignInStep refuses deeply nested fields before the library recurses through them', async () => {
  for (const [open, close] of [
    ['{"a":', '}'],
    ['[', ']'],
  ] as const) {
    const body = `{"email":${open.repeat(20_000)}""${close.repeat(20_000)}}`;
    const answer = await community.api.request('/api/auth/sign-in/email', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    });
    await expect(answer).toBeRefused(commonRefusals.badInput);
  }
});
