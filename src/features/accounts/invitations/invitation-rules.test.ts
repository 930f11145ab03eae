import { expect, it } from 'vitest';
import type { InvitationState } from './invitation-operations.ts';
import { invitationState } from './invitation-rules.ts';

const now = new Date('2026-11-20T10:00:00Z');
const later = new Date('2026-11-20T10:00:01Z');

const cases: [InvitationState, Parameters<typeof invitationState>[0]][] = [
  ['open', { uses: 0, mostUses: 1, endsAt: later, endedAt: null }],
  ['open', { uses: 4, mostUses: 5, endsAt: later, endedAt: null }],
  ['used-up', { uses: 5, mostUses: 5, endsAt: later, endedAt: null }],
  ['ended', { uses: 0, mostUses: 5, endsAt: now, endedAt: null }],
  ['ended', { uses: 0, mostUses: 5, endsAt: later, endedAt: now }],
  ['ended', { uses: 5, mostUses: 5, endsAt: now, endedAt: null }],
];

it.each(cases)('invitationState is %s for %o', (expected, link) => {
  expect(invitationState(link, now)).toBe(expected);
});
