import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { EventStream } from './event-stream.ts';
import type { Streams } from './streams.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A stream of Ana's, whose connection takes a message whenever a test reads one. */
function newStream(lastsMs: number | null = null) {
  const closed = vi.fn();
  const destroyConnection = vi.fn();
  const stream = new EventStream({
    userId: 'ana',
    address: '192.0.2.1',
    streams: { closed } as unknown as Streams,
    times: { heartbeatMs: 25_000, writeTimeoutMs: 30_000 },
    lastsMs,
    destroyConnection,
  });
  const reader = new ReadableStream(stream, { highWaterMark: 0 }).getReader();
  const read = async () => new TextDecoder().decode((await reader.read()).value);
  return { stream, reader, read, closed, destroyConnection };
}

const coins = { kind: 'coins.changed' };

it('an open stream sends a heartbeat first, then every message in order, also those from before the connection asked', async () => {
  const { stream, read } = newStream();
  stream.send(coins);
  stream.send('all');
  expect(await read()).toBe('event: heartbeat\ndata: \n\n');
  expect(await read()).toBe('event: hint\ndata: {"kind":"coins.changed"}\n\n');
  expect(await read()).toBe('event: all\ndata: \n\n');
  const next = read();
  stream.send(coins);
  expect(await next).toContain('coins.changed');
  const beat = read();
  await vi.advanceTimersByTimeAsync(25_000);
  expect(await beat).toContain('heartbeat');
});

it('a connection that asks for messages in time keeps its stream, however long it is open', async () => {
  const { read, closed } = newStream();
  for (let minute = 0; minute < 10; minute += 1) {
    const beat = read();
    await vi.advanceTimersByTimeAsync(25_000);
    await beat;
  }
  expect(closed).not.toHaveBeenCalled();
});

it('a stream ends with its session, at the first heartbeat after that', async () => {
  const { reader, read, closed } = newStream(60_000);
  await read();
  for (let beat = 0; beat < 2; beat++) {
    const next = read();
    await vi.advanceTimersByTimeAsync(25_000);
    expect(await next).toContain('heartbeat');
  }
  const last = reader.read();
  await vi.advanceTimersByTimeAsync(25_000);
  expect((await last).done).toBe(true);
  expect(closed).toHaveBeenCalledOnce();
});

it('a connection that takes no message for the time allowed is destroyed, and its stream gives its place back once', async () => {
  const { stream, read, closed, destroyConnection } = newStream();
  await read();
  stream.send(coins);
  await vi.advanceTimersByTimeAsync(29_999);
  expect(destroyConnection).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  stream.cancel();
  expect(destroyConnection).toHaveBeenCalledOnce();
  expect(closed).toHaveBeenCalledOnce();
  expect(vi.getTimerCount()).toBe(0);
});

it('a stream with more than five hundred unsent messages is closed', () => {
  const { stream, closed, destroyConnection } = newStream();
  for (let sent = 0; sent < 499; sent += 1) stream.send(coins);
  expect(closed).not.toHaveBeenCalled();
  stream.send(coins);
  expect(closed).toHaveBeenCalledOnce();
  expect(destroyConnection).toHaveBeenCalledOnce();
});

it('a stream that the server closes ends its body, and destroys no connection that has taken everything', async () => {
  const { stream, reader, read, destroyConnection } = newStream();
  await read();
  const end = reader.read();
  stream.close();
  expect((await end).done).toBe(true);
  expect(destroyConnection).not.toHaveBeenCalled();
  stream.send(coins);
  expect(vi.getTimerCount()).toBe(0);
});

it('a connection that is taking a message when the server closes its stream is left to end, and destroyed a second later', async () => {
  const { stream, reader, read, destroyConnection } = newStream();
  await read();
  const next = read();
  stream.send(coins);
  stream.close();
  expect(await next).toContain('coins.changed');
  expect((await reader.read()).done).toBe(true);
  expect(destroyConnection).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1000);
  expect(destroyConnection).toHaveBeenCalledOnce();
});
