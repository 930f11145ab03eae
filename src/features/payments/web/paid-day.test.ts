import { expect, it } from 'vitest';
import { noonOf, todayIn } from './paid-day.ts';

it('a day on which money changed hands is its noon in the reader’s zone, and today is left to the server', () => {
  expect(noonOf('2026-01-05', 'Asia/Seoul')).toBe('2026-01-05T03:00:00.000Z');
  expect(noonOf('2026-01-05', 'America/Bogota')).toBe('2026-01-05T17:00:00.000Z');
  expect(noonOf(todayIn('Asia/Seoul'), 'Asia/Seoul')).toBeUndefined();
  expect(noonOf('', 'Asia/Seoul')).toBeUndefined();
});
