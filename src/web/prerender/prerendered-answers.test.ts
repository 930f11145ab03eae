import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { takePrerenderedAnswers } from './prerendered-answers.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The cache of a page whose document has these answers, and what it asks of the server. */
function opened(answers: object) {
  const textContent = JSON.stringify(
    Object.entries(answers).map(([key, answer]) => [['feature', key], answer]),
  );
  vi.stubGlobal('document', { querySelector: () => ({ textContent }) });
  vi.stubGlobal('window', {});
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 15_000 } } });
  takePrerenderedAnswers(client);
  const asked: string[] = [];
  const read = (name: string, staleTime?: number) => {
    const queryFn = async () => {
      asked.push(name);
      return 'asked';
    };
    const options = { queryKey: ['feature', name], queryFn, ...(staleTime && { staleTime }) };
    const observer = new QueryObserver(client, options);
    observer.subscribe(() => {});
    return () => observer.getCurrentResult().data;
  };
  return { client, asked, read };
}

test('a page draws the answers of its document at once, and asks for them only once it is at rest', async () => {
  const { client, asked, read } = opened({ mine: 'prerendered' });
  const mine = read('mine');
  read('bell');
  await vi.advanceTimersByTimeAsync(1000);
  expect([mine(), asked]).toEqual(['prerendered', ['bell']]);
  await vi.advanceTimersByTimeAsync(1000);
  expect([mine(), asked]).toEqual(['asked', ['bell', 'mine']]);
  client.clear();
});

test('a page that keeps its answers, as the feed does, asks for none of them again', async () => {
  const { client, asked, read } = opened({ feed: 'prerendered' });
  const feed = read('feed', Number.POSITIVE_INFINITY);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([feed(), asked]).toEqual(['prerendered', []]);
  client.clear();
});
