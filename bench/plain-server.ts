import { createServer, type IncomingMessage } from 'node:http';
import pg from 'pg';
import {
  type Filter,
  plainClasses,
  plainCup,
  plainEnrolment,
  plainFeed,
  plainPurchase,
} from './plain-acts.ts';

// A server written by hand on `node:http` and `pg`: sessions looked up once and then kept, no validation, no
// permissions. It shows what is left to win once a product's own code is taken away.
const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: Number(process.env.DATABASE_POOL),
});
const sessions = new Map<string, string>();

const server = createServer((request, response) => {
  answer(request).then(
    (body) => {
      const text = JSON.stringify(body);
      response.writeHead(200, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
      });
      response.end(text);
    },
    (error) => {
      response.writeHead(500);
      response.end(String(error));
    },
  );
});

async function answer(request: IncomingMessage): Promise<unknown> {
  await readBody(request);
  const userId = await whoAsks(request.headers.cookie ?? '');
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
  const filter: Filter = {
    language: searchParams.get('language') ?? 'en',
    level: searchParams.get('level') ?? 'basic',
    skip: Number(searchParams.get('skip') ?? 0),
  };
  if (pathname === '/api/videos') return plainFeed(pool, userId, filter);
  if (pathname === '/api/classes') return plainClasses(pool, userId, filter);
  if (pathname === '/api/cup') return plainCup(pool, userId, filter);
  if (pathname === '/api/store/orders') return plainPurchase(pool, userId);
  return plainEnrolment(pool, userId, pathname.split('/')[3] ?? '');
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  if (request.method === 'GET') return undefined;
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return JSON.parse(Buffer.concat(parts).toString());
}

async function whoAsks(cookie: string): Promise<string> {
  const cached = sessions.get(cookie);
  if (cached) return cached;
  const token = decodeURIComponent(cookie.slice(cookie.indexOf('=') + 1)).split('.')[0];
  const { rows } = await pool.query('select user_id from sessions where token = $1 and expires_at > now()', [
    token,
  ]);
  sessions.set(cookie, rows[0].user_id);
  return rows[0].user_id;
}

process.on('SIGTERM', () => process.exit());
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : 0 });
});
