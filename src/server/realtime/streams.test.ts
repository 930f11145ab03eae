import { afterEach, beforeEach, expect, it, vi } from 'vitest';
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
    emit: (kind: string, audience: string[] | null = null, subject: string | null = null) => {
      id += 1;
      deliver({ id, kind, audience, subject });
    },
    open(userId: string | null, address = '192.0.2.1') {
      const received: Hint[] = [];
      const listener: Listener = { userId, address, send: (hint) => received.push(hint), close: () => {} };
      streams.open(listener);
      return { received, listener };
    },
  };
}

it('an event without an audience reaches every stream at once', () => {
  const { emit, open } = newStreams();
  const [visitor, member] = [open(null), open('ana')];
  emit('cup.changed', null, 'board');
  expect(visitor.received).toEqual([{ kind: 'cup.changed', subject: 'board' }]);
  expect(member.received).toEqual(visitor.received);
});

it('an event for one user reaches only the streams of that user, each time', () => {
  const { emit, open } = newStreams();
  const [visitor, ana, leo] = [open(null), open('ana'), open('leo')];
  for (let i = 0; i < 5; i += 1) emit('coins.changed', ['ana']);
  expect(ana.received).toHaveLength(5);
  expect([...leo.received, ...visitor.received]).toEqual([]);
});

it('two hundred students who enrol at once cause two hints on other pages', () => {
  const { emit, open } = newStreams();
  const { received } = open('ana');
  for (let person = 0; person < 200; person += 1) emit('classes.changed', null, 'club');
  expect(received).toHaveLength(1);
  vi.advanceTimersByTime(60_000);
  expect(received).toEqual(Array(2).fill({ kind: 'classes.changed', subject: 'club' }));
});

it('a student who enrols and leaves in a loop for five minutes causes at most nine hints a minute on other pages', () => {
  const { emit, open } = newStreams();
  const { received } = open('ana');
  for (let tenth = 0; tenth < 3000; tenth += 1) {
    emit('classes.changed', null, 'club');
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

it('one kind of event does not delay another, and a merged hint of different rows names no row', () => {
  const { emit, open } = newStreams();
  const { received } = open('ana');
  emit('classes.changed', null, 'one');
  emit('cup.changed', null, 'board');
  expect(received).toHaveLength(2);
  emit('classes.changed', null, 'one');
  emit('classes.changed', null, 'two');
  vi.advanceTimersByTime(1000);
  expect(received.at(-1)).toEqual({ kind: 'classes.changed', subject: null });
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
