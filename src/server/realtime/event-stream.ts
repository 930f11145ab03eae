import type { Hint, Listener, Streams } from './streams.ts';

type Message = Hint | 'all' | 'heartbeat';

/** A stream with more unsent messages is closed: its browser connects again and reads everything. */
const longestQueue = 500;
const lastMessageMs = 1000;

export type StreamTimes = { heartbeatMs: number; writeTimeoutMs: number };

type Parts = {
  userId: string | null;
  address: string;
  streams: Streams;
  times: StreamTimes;
  /** For how many milliseconds its session lasts, however much it is used; null for a visitor, who has none. */
  lastsMs: number | null;
  /** Ends the connection at once. */
  destroyConnection(): void;
};

/**
 * One browser's open stream, and the source of its response's body. Thousands are open for hours, so it is one object
 * and one web stream, which takes a message only when the connection has taken the last one. A browser that takes none
 * within `writeTimeoutMs` loses its connection.
 */
export class EventStream implements Listener, UnderlyingDefaultSource<Uint8Array> {
  readonly userId: string | null;
  readonly address: string;
  readonly #parts: Parts;
  readonly #heartbeat: NodeJS.Timeout;
  readonly #queue: Message[] = [];
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  /** Whether the connection has taken every message and asks for the next one. */
  #isReady = false;
  #stuck: NodeJS.Timeout | undefined;
  #isOpen = true;

  constructor(parts: Parts) {
    this.userId = parts.userId;
    this.address = parts.address;
    this.#parts = parts;
    const ends = performance.now() + (parts.lastsMs ?? Number.POSITIVE_INFINITY);
    this.#heartbeat = setInterval(() => {
      if (performance.now() < ends) this.send('heartbeat');
      else this.close();
    }, parts.times.heartbeatMs);
    this.send('heartbeat');
  }

  send(message: Message): void {
    if (!this.#isOpen) return;
    if (this.#isReady) {
      this.#isReady = false;
      this.#controller?.enqueue(bytesOf(message));
      return;
    }
    this.#queue.push(message);
    if (this.#queue.length > longestQueue) this.#giveUp();
    else this.#stuck ??= setTimeout(() => this.#giveUp(), this.#parts.times.writeTimeoutMs);
  }

  /** Ends the stream. A connection that is just taking the last message has a second for it. */
  close(): void {
    if (!this.#isOpen) return;
    this.cancel();
    this.#controller?.close();
    // A browser logs a broken connection as an error, so the connection gets this time to end by itself.
    if (!this.#isReady) setTimeout(this.#parts.destroyConnection, lastMessageMs).unref();
  }

  /**
   * Ends a stream whose connection accepts no data. A graceful close would wait for it, and the socket would stay open.
   */
  #giveUp(): void {
    this.cancel();
    this.#controller?.close();
    this.#parts.destroyConnection();
  }

  start(controller: ReadableStreamDefaultController<Uint8Array>): void {
    this.#controller = controller;
  }

  /** Called by the body when the connection asks for a message. */
  pull(controller: ReadableStreamDefaultController<Uint8Array>): void {
    clearTimeout(this.#stuck);
    this.#stuck = undefined;
    const next = this.#queue.shift();
    this.#isReady = next === undefined;
    if (next !== undefined) controller.enqueue(bytesOf(next));
    if (this.#queue.length > 0)
      this.#stuck = setTimeout(() => this.#giveUp(), this.#parts.times.writeTimeoutMs);
  }

  /** Called by the body when the browser has ended the connection. */
  cancel(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    clearInterval(this.#heartbeat);
    clearTimeout(this.#stuck);
    this.#parts.streams.closed(this);
  }
}

const encoder = new TextEncoder();
/** A hint for everybody is one object for all streams, and written as bytes once. */
const bytesOfHints = new WeakMap<Hint, Uint8Array>();
const bytesOfWords = {
  all: encoder.encode('event: all\ndata: \n\n'),
  heartbeat: encoder.encode('event: heartbeat\ndata: \n\n'),
};

function bytesOf(message: Message): Uint8Array {
  if (typeof message === 'string') return bytesOfWords[message];
  const cached = bytesOfHints.get(message);
  if (cached) return cached;
  const bytes = encoder.encode(`event: hint\ndata: ${JSON.stringify(message)}\n\n`);
  bytesOfHints.set(message, bytes);
  return bytes;
}
