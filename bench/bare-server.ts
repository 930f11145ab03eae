import { createServer } from 'node:http';

// The least a Node server can do: read a request, send given bytes. The parent tells it the bytes of each
// path, and what it reaches is the ceiling everything else is compared with.
const answers = new Map<string, Buffer>();
const headers = { 'content-type': 'application/json' };
const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    const body = answers.get(request.url ?? '');
    response.writeHead(body ? 200 : 404, { ...headers, 'content-length': body?.length ?? 0 });
    response.end(body);
  });
});
process.on('message', ({ path, body }: { path: string; body: string }) => {
  answers.set(path, Buffer.from(body));
  process.send?.({ known: path });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : 0 });
});
