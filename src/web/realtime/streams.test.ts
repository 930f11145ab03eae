import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Stale } from './gather-hints.ts';
import { openStream } from './open-stream.ts';
import { shareStream } from './share-stream.ts';

/** The browser's side of a stream, in the hands of the test. */
class TestSource extends EventTarget {
  static readonly CLOSED = 2;
  static opened: TestSource[] = [];
  readyState = 1;
  readonly address: string;

  constructor(address: string) {
    super();
    this.address = address;
    TestSource.opened.push(this);
  }

  say(type: string, data = ''): void {
    this.dispatchEvent(new MessageEvent(type, { data }));
  }

  /** The server ends the stream, or answers that there is none. */
  end({ refused = false } = {}): void {
    this.readyState = refused ? TestSource.CLOSED : 0;
    this.dispatchEvent(new Event('error'));
  }

  close(): void {
    this.readyState = TestSource.CLOSED;
  }
}

const open = () => TestSource.opened.filter(({ readyState }) => readyState !== TestSource.CLOSED);
const newest = () => TestSource.opened.at(-1) as TestSource;
const hint = (kind: string) => JSON.stringify({ kind });

beforeEach(() => {
  TestSource.opened = [];
  vi.stubGlobal('EventSource', TestSource);
  vi.stubGlobal('window', new EventTarget());
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function listen(unheardSince?: number) {
  const heard: Stale[] = [];
  let refusals = 0;
  const stop = openStream('/api/events', {
    unheardSince,
    hear: (stale) => heard.push(stale),
    refused: () => {
      refusals += 1;
    },
  });
  return { heard, stop, refusals: () => refusals };
}

test('a hint names its feature, and the first connection asks for nothing else', () => {
  const { heard, stop } = listen(performance.now());
  newest().say('open');
  newest().say('hint', hint('coins.changed'));
  expect(heard).toEqual([{ feature: 'coins' }]);
  stop();
});

test('the first connection says for how long the page was reading, and hears what changed meanwhile', () => {
  vi.useFakeTimers();
  const began = performance.now();
  vi.advanceTimersByTime(750);
  const { heard, stop } = listen(began);
  expect(newest().address).toBe('/api/events?unheard=750');
  newest().say('open');
  newest().say('hint', JSON.stringify({ kind: 'coins.changed', ago: 751 }));
  newest().say('hint', JSON.stringify({ kind: 'notifications.changed', ago: 750 }));
  expect(heard).toEqual([{ feature: 'notifications' }]);
  stop();
});

test('everything is read again when the server does not know what was missed', () => {
  const { heard, stop } = listen(performance.now());
  newest().say('open');
  newest().say('all');
  expect(heard).toEqual(['all']);
  stop();
});

test('after every connection but the first everything is read again', () => {
  vi.useFakeTimers();
  const { heard, stop } = listen(performance.now());
  newest().say('open');
  newest().end();
  vi.advanceTimersByTime(1000);
  expect(TestSource.opened).toHaveLength(2);
  newest().say('open');
  expect(newest().address).toBe('/api/events');
  expect(heard).toEqual(['all']);
  stop();
});

test('a stream that the server does not answer is retried with back-off, at most after half a minute', () => {
  vi.useFakeTimers();
  const { stop } = listen();
  for (let failed = 0; failed < 12; failed += 1) {
    newest().end();
    const before = TestSource.opened.length;
    vi.advanceTimersByTime(30_000);
    expect(TestSource.opened.length).toBeGreaterThan(before);
  }
  newest().end();
  const before = TestSource.opened.length;
  vi.advanceTimersByTime(14_000);
  expect(TestSource.opened).toHaveLength(before);
  stop();
});

test('a stream that has gone silent is given up for a new one', () => {
  vi.useFakeTimers();
  const { stop } = listen();
  newest().say('open');
  vi.advanceTimersByTime(50_000);
  newest().say('heartbeat');
  vi.advanceTimersByTime(50_000);
  expect(TestSource.opened).toHaveLength(1);
  vi.advanceTimersByTime(12_000);
  expect(TestSource.opened).toHaveLength(2);
  stop();
});

test('a stream that does not open within ten seconds is given up for a new one', () => {
  vi.useFakeTimers();
  const { stop } = listen();
  vi.advanceTimersByTime(9900);
  expect(TestSource.opened).toHaveLength(1);
  vi.advanceTimersByTime(1200);
  expect(TestSource.opened).toHaveLength(2);
  stop();
});

test('an answer that is no stream is told apart from a lost line', () => {
  vi.useFakeTimers();
  const { refusals, stop } = listen();
  newest().end();
  expect(refusals()).toBe(0);
  vi.advanceTimersByTime(1000);
  newest().end({ refused: true });
  expect(refusals()).toBe(1);
  stop();
});

test('a stopped stream stays closed', () => {
  vi.useFakeTimers();
  const { stop } = listen();
  newest().end();
  stop();
  vi.advanceTimersByTime(60_000);
  expect(open()).toHaveLength(0);
});

test('two tabs share one stream, and the other takes over when its keeper closes', async () => {
  const first: Stale[] = [];
  const second: Stale[] = [];
  const closeFirst = shareStream('/api/events', {
    unheardSince: performance.now(),
    hear: (stale) => first.push(stale),
    refused: () => {},
  });
  await expect.poll(() => open()).toHaveLength(1);
  const closeSecond = shareStream('/api/events', {
    unheardSince: performance.now(),
    hear: (stale) => second.push(stale),
    refused: () => {},
  });
  newest().say('open');
  newest().say('hint', hint('cup.changed'));
  await expect.poll(() => second).toEqual([{ feature: 'cup' }]);
  expect(first).toEqual([{ feature: 'cup' }]);
  expect(TestSource.opened).toHaveLength(1);

  closeFirst();
  await expect.poll(() => TestSource.opened).toHaveLength(2);
  newest().say('open');
  // Between the two streams something may have been missed.
  expect(second.at(-1)).toBe('all');
  expect(first).toHaveLength(1);
  closeSecond();
  expect(open()).toHaveLength(0);
});
