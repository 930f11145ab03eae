import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FollowedEvent, Follower } from '../events/follow-events.ts';
import { type Hint, type Listener, Streams } from './streams.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Streams that follow events which the test emits with `emit`. */
function newStreams() {
  let deliver: (event: FollowedEvent) => void = () => {};
  const follower = {
    onEvent(hear: (event: FollowedEvent) => void) {
      deliver = hear;
      return () => {};
    },
  } as Follower;
  const streams = new Streams(follower);
  let id = 0;
  return {
    streams,
    emit: (kind: string, audience: string[] | null = null) => {
      id += 1;
      deliver({ id, kind, audience, subject: 'a-row' });
    },
    open(userId: string | null, { unheardMs }: { unheardMs?: number } = {}) {
      const received: (Hint | 'all')[] = [];
      const listener: Listener = {
        userId,
        address: '192.0.2.1',
        send: (hint) => received.push(hint),
        close: () => {},
      };
      streams.open(listener, unheardMs);
      return { received, listener };
    },
  };
}

it('an event without an audience reaches every stream at once, without the id of its row', () => {
  const { emit, open } = newStreams();
  const [visitor, member] = [open(null), open('ana')];
  emit('cup.changed');
  expect(visitor.received).toEqual([{ kind: 'cup.changed' }]);
  expect(member.received).toEqual(visitor.received);
});

it('an event for one user reaches only the streams of that user, each time, without the id of its row', () => {
  const { emit, open } = newStreams();
  const [visitor, ana, leo] = [open(null), open('ana'), open('leo')];
  for (let i = 0; i < 5; i += 1) emit('coins.changed', ['ana']);
  expect(ana.received).toEqual(Array(5).fill({ kind: 'coins.changed' }));
  expect([...leo.received, ...visitor.received]).toEqual([]);
});

it('two hundred students who enrol at once cause two hints on other pages', () => {
  const { emit, open } = newStreams();
  const { received } = open('ana');
  for (let person = 0; person < 200; person += 1) emit('classes.changed');
  expect(received).toHaveLength(1);
  vi.advanceTimersByTime(60_000);
  expect(received).toEqual(Array(2).fill({ kind: 'classes.changed' }));
});

it('a student who enrols and leaves in a loop for five minutes causes at most nine hints a minute on other pages', () => {
  const { emit, open } = newStreams();
  const { received } = open('ana');
  for (let tenth = 0; tenth < 3000; tenth += 1) {
    emit('classes.changed');
    vi.advanceTimersByTime(100);
  }
  expect(received.length).toBeLessThan(45);
  expect(received.length).toBeGreaterThan(30);
});

it('the last change is sent at the end of the pause, and the first one after a quiet time is sent at once', () => {
  const { emit, open } = newStreams();
  const { received } = open('ana');
  emit('classes.changed');
  vi.advanceTimersByTime(500);
  emit('classes.changed');
  expect(received).toHaveLength(1);
  vi.advanceTimersByTime(500);
  expect(received).toHaveLength(2);
  vi.advanceTimersByTime(2000);
  emit('classes.changed');
  expect(received).toHaveLength(3);
});

it('one kind of event does not delay another', () => {
  const { emit, open } = newStreams();
  const { received } = open('ana');
  emit('classes.changed');
  emit('cup.changed');
  expect(received).toHaveLength(2);
  emit('classes.changed');
  emit('classes.changed');
  vi.advanceTimersByTime(1000);
  expect(received.at(-1)).toEqual({ kind: 'classes.changed' });
});

it('closeAll drops the pending hints and leaves no timer', () => {
  const { streams, emit, open } = newStreams();
  const { received } = open('ana');
  emit('classes.changed');
  emit('classes.changed');
  streams.closeAll();
  vi.advanceTimersByTime(60_000);
  expect(received).toHaveLength(1);
  expect(vi.getTimerCount()).toBe(0);
});

describe('a page that was reading before its stream was open', () => {
  it('hears what changed meanwhile for its person and for everybody, each kind once', () => {
    const { emit, open } = newStreams();
    vi.advanceTimersByTime(60_000);
    emit('coins.changed', ['ana']);
    emit('coins.changed', ['ana']);
    emit('notifications.changed', ['leo']);
    emit('classes.changed');
    vi.advanceTimersByTime(500);
    emit('classes.changed');
    vi.advanceTimersByTime(1500);
    const coins = { kind: 'coins.changed', ago: 2000 };
    const classes = { kind: 'classes.changed', ago: 1500 };
    expect(open('ana', { unheardMs: 2000 }).received).toEqual([coins, classes]);
    expect(open(null, { unheardMs: 2000 }).received).toEqual([classes]);
    expect(open('ana').received).toEqual([]);
  });

  it('hears nothing older than its request for the stream may be', () => {
    const { emit, open } = newStreams();
    vi.advanceTimersByTime(60_000);
    emit('coins.changed', ['ana']);
    vi.advanceTimersByTime(13_000);
    expect(open('ana', { unheardMs: 2000 }).received).toEqual([]);
    expect(open('ana', { unheardMs: 4000 }).received).toHaveLength(1);
  });

  it('reads everything again when this process does not know that time', () => {
    const { emit, open } = newStreams();
    vi.advanceTimersByTime(10_000);
    expect(open('ana', { unheardMs: 11_000 }).received).toEqual(['all']);
    expect(open('ana', { unheardMs: 9000 }).received).toEqual([]);
    for (let second = 0; second < 300; second += 1) {
      emit('coins.changed', ['ana']);
      vi.advanceTimersByTime(1000);
    }
    expect(open('ana', { unheardMs: 30_000 }).received).toHaveLength(1);
    expect(open('ana', { unheardMs: 290_000 }).received).toEqual(['all']);
  });

  it('reads everything again after more changes than are kept', () => {
    const { emit, open } = newStreams();
    vi.advanceTimersByTime(10_000);
    emit('cup.changed', ['ana']);
    for (let change = 0; change < 5000; change += 1) emit('coins.changed', ['leo']);
    vi.advanceTimersByTime(1);
    expect(open('ana', { unheardMs: 3000 }).received).toEqual(['all']);
    expect(open('ana', { unheardMs: 0 }).received).toEqual([]);
  });

  it('reads everything again after changes for more people than are kept, and of the latest what it missed', () => {
    const { emit, open } = newStreams();
    vi.advanceTimersByTime(10_000);
    const everybody = Array.from({ length: 20_000 }, (_, nth) => `person ${nth}`);
    for (let change = 0; change < 3; change += 1) {
      emit('cup.changed', everybody);
      vi.advanceTimersByTime(1);
    }
    expect(open('person 7', { unheardMs: 3000 }).received).toEqual(['all']);
    expect(open('person 7', { unheardMs: 1 }).received).toEqual([{ kind: 'cup.changed', ago: 1 }]);
  });
});
