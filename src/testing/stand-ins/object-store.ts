import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Bucket } from '#server/files/files-in-bucket.ts';

/** What the store does next: answers, asks for patience, fails, says nothing, breaks off, or loses its answer. */
export type Mood = 'well' | 'slow-down' | 'fails' | 'stalls' | 'breaks-off' | 'loses-answer';

const key = { id: 'AKIASTANDIN', secret: 'the secret of the stand-in' };

/** A store that speaks as S3 does, over the wire, with pages of `pageSize` names. */
export async function startObjectStore({ pageSize = 2 } = {}) {
  const objects = new Map<string, Buffer>();
  const moods: Mood[] = [];
  let asked = 0;
  const server = http.createServer(async (request, response) => {
    asked += 1;
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const say = (status: number, body: string | Buffer = '') => void response.writeHead(status).end(body);
    const refuse = (status: number, code: string) =>
      say(status, `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
    if (!isSigned(request)) return refuse(403, 'AccessDenied');
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://store');
    const [, bucket, ...rest] = pathname.split('/');
    if (bucket !== 'people') return refuse(404, 'NoSuchBucket');
    const name = rest.join('/');
    const mood = moods.shift() ?? 'well';
    if (mood === 'slow-down') return refuse(503, 'SlowDown');
    if (mood === 'fails') return refuse(500, 'InternalError');
    if (mood === 'stalls') return;
    if (request.method === 'PUT') {
      objects.set(name, Buffer.concat(parts));
      return mood === 'loses-answer' ? void request.socket.destroy() : say(200);
    }
    if (request.method === 'DELETE') {
      objects.delete(name);
      return say(204);
    }
    if (name === '') return say(200, listPage(searchParams.get('continuation-token')));
    const bytes = objects.get(name);
    if (!bytes) return refuse(404, 'NoSuchKey');
    if (mood !== 'breaks-off') return say(200, bytes);
    response.writeHead(200, { 'content-length': bytes.length });
    response.write(bytes.subarray(0, bytes.length / 2), () => request.socket.destroy());
  });

  function listPage(after: string | null): string {
    const names = [...objects.keys()].sort().filter((name) => !after || name > after);
    const page = names.slice(0, pageSize);
    const next =
      names.length > pageSize ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
    const contents = page.map((name) => `<Contents><Key>${name}</Key></Contents>`).join('');
    return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${next !== ''}</IsTruncated>${next}${contents}</ListBucketResult>`;
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const bucket: Bucket = { name: 'people', endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1', key };
  return {
    bucket,
    objects,
    asked: () => asked,
    /** What it does with the next requests; afterwards it is well. */
    turn: (...next: Mood[]) => void moods.splice(0, moods.length, ...next),
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Whether the request has a signature of the known key over its host, its day and the hash of its body. */
function isSigned({ headers }: http.IncomingMessage): boolean {
  const given =
    /^AWS4-HMAC-SHA256 Credential=(\w+)\/\d{8}\/us-east-1\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=[0-9a-f]{64}$/.exec(
      headers.authorization ?? '',
    );
  const signed = given?.[2]?.split(';') ?? [];
  const needed = ['host', 'x-amz-content-sha256', 'x-amz-date'];
  return given?.[1] === key.id && needed.every((name) => signed.includes(name) && headers[name]);
}
