import { QueryObserver } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CallError } from './call-error.ts';
import { queryClient } from './query-client.ts';

afterEach(() => queryClient.clear());

/** How often a query that always fails in this way is asked before it gives up. */
async function attempts(error: Error): Promise<number> {
  const queryFn = vi.fn().mockRejectedValue(error);
  const observer = new QueryObserver(queryClient, { queryKey: ['test', error.message], queryFn });
  const stop = observer.subscribe(() => {});
  await expect.poll(() => observer.getCurrentResult().isError).toBe(true);
  stop();
  return queryFn.mock.calls.length;
}

describe('the query client', () => {
  it.each([0, 500, 502, 503, 504])('asks twice more after the status %i', async (status) => {
    expect(await attempts(new CallError({ status, code: `http/${status}` }))).toBe(3);
  });

  it.each([400, 401, 403, 404, 409, 429])('asks once for a refusal of the status %i', async (status) => {
    expect(await attempts(new CallError({ status, code: `http/${status}` }))).toBe(1);
  });
});
