import { createServer } from 'node:http';

// The minimal Node server: it reads a request and sends fixed bytes with fixed headers. The parent process teaches it
// the answer of each address. Its throughput is the upper bound for one process, which the product is compared with.
export type Lesson = { path: string; body: string; headers: Record<string, string> };

const answers = new Map<string, { body: Buffer; headers: Record<string, string | number> }>();

const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    const answer = answers.get(request.url ?? '');
    response.writeHead(answer ? 200 : 404, answer?.headers ?? {});
    response.end(answer?.body);
  });
});

process.on('message', ({ path, body, headers }: Lesson) => {
  const bytes = Buffer.from(body);
  answers.set(path, { body: bytes, headers: { ...headers, 'content-length': bytes.length } });
  process.send?.({ learned: path });
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : 0 });
});
