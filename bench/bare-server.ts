import { createServer } from 'node:http';

// The minimal Node server: it reads a request and sends fixed bytes. The parent process sends it the bytes of each
// path. Its throughput is the upper bound that the product is compared with.
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
