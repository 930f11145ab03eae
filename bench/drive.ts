import { connect } from 'node:net';

export type Ask = { method: 'GET' | 'POST'; path: string; headers: Record<string, string>; body?: string };

/** Answers a second, and the latency that half and 99 of 100 answers stay below, in milliseconds. */
export type Figures = { rate: number; p50: number; p99: number };

export type Load = { connections: number; seconds: number };

/**
 * Sends requests over that many connections, each one after the answer to the last. It writes HTTP itself: server,
 * database and driver share the cores, and a client library would take more of them than the bare server does.
 * @throws Error for an answer other than 200, because a fast refusal says nothing about speed
 */
export async function drive(
  port: number,
  { connections, seconds }: Load,
  next: () => Ask | null,
): Promise<Figures> {
  const samples: number[] = [];
  const begun = performance.now();
  const until = begun + seconds * 1000;
  await Promise.all(
    Array.from({ length: connections }, () =>
      keepAsking(port, () => (performance.now() < until ? next() : null), samples),
    ),
  );
  return figuresOf(samples, performance.now() - begun);
}

/** The same with any asynchronous function instead of a request. */
export async function repeat({ connections, seconds }: Load, act: () => Promise<unknown>): Promise<Figures> {
  const samples: number[] = [];
  const begun = performance.now();
  const until = begun + seconds * 1000;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (let at = performance.now(); at < until; ) {
        await act();
        const done = performance.now();
        samples.push(done - at);
        at = done;
      }
    }),
  );
  return figuresOf(samples, performance.now() - begun);
}

export function figuresOf(samples: number[], tookMs: number): Figures {
  const sorted = Float64Array.from(samples).sort();
  const below = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { rate: sorted.length / (tookMs / 1000), p50: below(0.5), p99: below(0.99) };
}

/** One connection: asks until `next` returns null. */
function keepAsking(port: number, next: () => Ask | null, samples: number[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let asked = 0;
    let held: Buffer = Buffer.alloc(0);
    const send = () => {
      const ask = next();
      if (!ask) {
        socket.end();
        return resolve();
      }
      asked = performance.now();
      socket.write(written(ask));
    };
    socket.on('connect', send);
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('the server closed a connection')));
    socket.on('data', (chunk) => {
      held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      if (!isWhole(held)) return;
      if (held.toString('latin1', 9, 12) !== '200') {
        reject(new Error(`answered: ${held.toString('utf8', 0, 1000)}`));
        return socket.destroy();
      }
      held = Buffer.alloc(0);
      samples.push(performance.now() - asked);
      send();
    });
  });
}

function written({ method, path, headers, body = '' }: Ask): string {
  let head = `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n`;
  for (const name in headers) head += `${name}: ${headers[name]}\r\n`;
  if (method === 'POST') head += `content-length: ${Buffer.byteLength(body)}\r\n`;
  return `${head}\r\n${body}`;
}

/** Whether these bytes are a whole answer. Requests are not pipelined, so nothing follows it. */
function isWhole(bytes: Buffer): boolean {
  const headEnds = bytes.indexOf('\r\n\r\n');
  if (headEnds < 0) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(bytes.toString('latin1', 0, headEnds))?.[1];
  if (length !== undefined) return bytes.length >= headEnds + 4 + Number(length);
  return bytes.subarray(-5).equals(lastChunk);
}

const lastChunk = Buffer.from('0\r\n\r\n');
