import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { FollowedEvent, Follower } from '../events/follow-events.ts';
import { type Hint, type Listener, Streams } from './streams.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Streams whose events the test makes. */
function newStreams() {
  let happen: (event: FollowedEvent) => void = () => {};
  const follower = {
    onEvent(hear: (event: FollowedEvent) => void) {
      happen = hear;
      return () => {};
    },
  } as Follower;
  const streams = new Streams(follower);
  let id = 0;
  return {
    streams,
    say: (kind: string, audience: string[] | null = null, subject: string | null = null) => {
      id += 1;
      happen({ id, kind, audience, subject });
    },
    open(userId: string | null, address = '192.0.2.1') {
      const heard: Hint[] = [];
      const listener: Listener = { userId, address, tell: (hint) => heard.push(hint), close: () => {} };
      streams.open(listener);
      return { heard, listener };
    },
  };
}

it('what concerns everybody is heard by everybody, at once', () => {
  const { say, open } = newStreams();
  const [visitor, member] = [open(null), open('ana')];
  say('cup.changed', null, 'board');
  expect(visitor.heard).toEqual([{ kind: 'cup.changed', subject: 'board' }]);
  expect(member.heard).toEqual(visitor.heard);
});

it('what concerns somebody is heard by them alone, each time', () => {
  const { say, open } = newStreams();
  const [visitor, ana, leo] = [open(null), open('ana'), open('leo')];
  for (let turn = 0; turn < 5; turn += 1) say('coins.changed', ['ana']);
  expect(ana.heard).toHaveLength(5);
  expect([...leo.heard, ...visitor.heard]).toEqual([]);
});

it('a crowd at the door of a class is two hints, not two hundred', () => {
  const { say, open } = newStreams();
  const { heard } = open('ana');
  for (let person = 0; person < 200; person += 1) say('classes.changed', null, 'club');
  expect(heard).toHaveLength(1);
  vi.advanceTimersByTime(60_000);
  expect(heard).toEqual(Array(2).fill({ kind: 'classes.changed', subject: 'club' }));
});

it('somebody who enrols and leaves for five minutes costs other pages a few readings a minute', () => {
  const { say, open } = newStreams();
  const { heard } = open('ana');
  for (let tenth = 0; tenth < 3000; tenth += 1) {
    say('classes.changed', null, 'club');
    vi.advanceTimersByTime(100);
  }
  expect(heard.length).toBeLessThan(45);
  expect(heard.length).toBeGreaterThan(30);
});

it('what happened last is told, and after a quiet while the next is told at once again', () => {
  const { say, open } = newStreams();
  const { heard } = open('ana');
  say('classes.changed');
  vi.advanceTimersByTime(500);
  say('classes.changed');
  expect(heard).toHaveLength(1);
  vi.advanceTimersByTime(500);
  expect(heard).toHaveLength(2);
  vi.advanceTimersByTime(2000);
  say('classes.changed');
  expect(heard).toHaveLength(3);
});

it('one kind does not hold up another, and of different rows none is named', () => {
  const { say, open } = newStreams();
  const { heard } = open('ana');
  say('classes.changed', null, 'one');
  say('cup.changed', null, 'board');
  expect(heard).toHaveLength(2);
  say('classes.changed', null, 'one');
  say('classes.changed', null, 'two');
  vi.advanceTimersByTime(1000);
  expect(heard.at(-1)).toEqual({ kind: 'classes.changed', subject: null });
});

it('a closed house says nothing', () => {
  const { streams, say, open } = newStreams();
  const { heard } = open('ana');
  say('classes.changed');
  say('classes.changed');
  streams.closeAll();
  vi.advanceTimersByTime(60_000);
  expect(heard).toHaveLength(1);
  expect(vi.getTimerCount()).toBe(0);
});
