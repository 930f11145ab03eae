import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import type { Member } from '../sign-in.ts';

/** A browser's stream of events. `onHint` is called with the kind of each hint, when it arrives. */
export type Stream = { personId: string; onHint: (kind: string) => void; isOpen: boolean; socket: Socket };

/** Browsers that connect at the same time. */
const atATime = 50;
/** The server takes at most 20 streams of an address; in a class, so many share one. */
const streamsAnAddress = 10;

/**
 * Opens a stream for each session, over a connection of its own, and waits until the server has sent its first message.
 * They come from several loopback addresses, as browsers come from several networks, which works on Linux.
 * @throws Error for an answer other than 200
 */
export async function openStreams(port: number, sessions: readonly Member[]): Promise<Stream[]> {
  const streams: Stream[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: atATime }, async () => {
      while (next < sessions.length) {
        const nth = next++;
        streams.push(await openStream(port, sessions[nth] as Member, addressOf(nth)));
      }
    }),
  );
  return streams;
}

export function closeStreams(streams: readonly Stream[]): void {
  for (const { socket } of streams) socket.destroy();
}

/** How many streams this machine lets one process open; each takes a descriptor at both ends. */
export function mostStreams(): number {
  const limits = readFileSync('/proc/self/limits', 'utf8');
  const hard = /^Max open files\s+\S+\s+(\S+)/m.exec(limits)?.[1];
  return hard === undefined || hard === 'unlimited' ? Number.POSITIVE_INFINITY : Number(hard) - 500;
}

function addressOf(nth: number): string {
  const address = Math.floor(nth / streamsAnAddress);
  return `127.1.${Math.floor(address / 250)}.${1 + (address % 250)}`;
}

function openStream(port: number, { id, cookie }: Member, localAddress: string): Promise<Stream> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress, noDelay: true });
    const stream: Stream = { personId: id, onHint: () => {}, isOpen: false, socket };
    let held = '';
    socket.setEncoding('utf8');
    socket.on('connect', () =>
      socket.write(
        `GET /api/events HTTP/1.1\r\nhost: 127.0.0.1\r\ncookie: ${cookie}\r\naccept: text/event-stream\r\n\r\n`,
      ),
    );
    socket.on('error', reject);
    socket.on('close', () => {
      stream.isOpen = false;
      reject(new Error('the server closed a stream'));
    });
    socket.on('data', (chunk: string) => {
      held += chunk;
      if (!stream.isOpen) {
        if (held.includes('\r\n') && held.slice(9, 12) !== '200') {
          socket.destroy();
          reject(new Error(`a stream was answered: ${held.slice(0, 1000)}`));
        } else if (held.includes('event: heartbeat')) {
          stream.isOpen = true;
          resolve(stream);
        }
      }
      const end = held.lastIndexOf('\n\n');
      if (end < 0) return;
      for (const [, kind = ''] of held.slice(0, end).matchAll(/"kind":"([^"]+)"/g)) stream.onHint(kind);
      held = held.slice(end + 2);
    });
  });
}
