import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { parseJson } from '#shared/parse-json.ts';

export type RawRequest = {
  method: string;
  path: string;
  /** As they go over the wire, each letter a byte: several may have one name. */
  headers: readonly (readonly [name: string, value: string])[];
  body?: string | Uint8Array | undefined;
};

/**
 * Sends a request over a socket of its own, as a client may that is no browser: `fetch` and Node's own client put
 * headers into one form first. Each field is one line, so a value may hold any blank but the end of a line.
 */
export async function sendRaw(
  port: number,
  { method, path, headers, body }: RawRequest,
): Promise<{ status: number; code: string | undefined; answer: unknown }> {
  const bytes = Buffer.from(body ?? '');
  const lines = [
    // The answer to HTTP/1.0 comes in one piece, and ends with the connection.
    `${method} ${path} HTTP/1.0`,
    'host: localhost',
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : [`content-length: ${bytes.length}`]),
  ];
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), bytes]));
  const [head = '', ...rest] = (await text(socket)).split('\r\n\r\n');
  const answer = parseJson(rest.join('\r\n\r\n')) ?? null;
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]),
    code: (answer as { code?: string } | null)?.code,
    answer,
  };
}
