import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commonRefusals } from '#shared/refusal.ts';
import { everyReportSubject } from '../../every-report-subject.ts';
import { type Community, newCommunity } from '../../testing/community.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());

// A review is hidden by an operation of its own too, which the permission walk visits.
const subjects = everyReportSubject.flatMap(({ kind, hide, show }) =>
  hide && kind !== 'review' ? [{ kind, hide, show }] : [],
);

describe.each(subjects)('what is reported as $kind', ({ hide, show }) => {
  it.each([
    ['student', {}],
    ['verified teacher', { role: 'teacher', verified: true }],
  ] as const)('is hidden and shown again by no %s', async (_kind, traits) => {
    const ctx = await community.ctxFor(await community.person(traits));
    await expect(hide(ctx, randomUUID(), 'Spam')).toBeRefused(commonRefusals.notAllowed);
    if (show) await expect(show(ctx, randomUUID())).toBeRefused(commonRefusals.notAllowed);
  });
});
