import { expect, it } from 'vitest';
import type { PersonalPlan } from '../../contract.ts';
import { keptPlan } from './kept-plan.ts';

const session = (title: string, startsAt: string): PersonalPlan['sessions'][number] => ({
  id: '019a0000-0000-7000-8000-000000000000',
  kind: 'club',
  title,
  startsAt,
  durationMinutes: 60,
  level: null,
  requiredTier: 'free',
  seatsLeft: 3,
});
const rhythm = { live: 2, videoDays: 3, videoMinutes: 10, restDays: 2, weeklyMinutes: 150 };

it('keptPlan leaves out the sessions that have begun since the plan was made', () => {
  const sessions = [
    session('over', '2026-11-20T18:00:00.000Z'),
    session('begins', '2026-11-21T18:00:00.000Z'),
    session('to come', '2026-11-22T18:00:00.000Z'),
  ];
  keptPlan.keep(null, { rhythm, sessions, videos: [] });
  const read = keptPlan.read(null, new Date('2026-11-21T18:00:00.000Z'));
  expect(read?.sessions.map(({ title }) => title)).toEqual(['to come']);
});
