import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { takePrerenderedAnswers } from './prerendered-answers.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a page draws the answers of its document at once, and asks for them only once it is at rest', async () => {
  const textContent = JSON.stringify([[['classes', 'mine'], 'prerendered']]);
  vi.stubGlobal('document', { querySelector: () => ({ textContent }) });
  vi.stubGlobal('window', {});
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 15_000 } } });

  takePrerenderedAnswers(client);
  const ask = vi.fn(async () => 'asked');
  const mine = new QueryObserver(client, { queryKey: ['classes', 'mine'], queryFn: ask });
  const other = new QueryObserver(client, { queryKey: ['classes', 'past'], queryFn: ask });
  const leave = [mine.subscribe(() => {}), other.subscribe(() => {})];
  await vi.advanceTimersByTimeAsync(1000);
  expect(mine.getCurrentResult().data).toBe('prerendered');
  expect(ask).toHaveBeenCalledTimes(1);

  await vi.advanceTimersByTimeAsync(1000);
  expect(mine.getCurrentResult().data).toBe('asked');
  expect(ask).toHaveBeenCalledTimes(2);
  for (const stop of leave) stop();
  client.clear();
});
