import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bucket } from '#server/files/open-bucket.ts';

/**
 * What the store does next: answers, takes three seconds to send a file, asks for patience, fails, says nothing, breaks
 * off, or loses its answer.
 */
export type Behaviour = 'well' | 'slowly' | 'slow-down' | 'fails' | 'stalls' | 'breaks-off' | 'loses-answer';

const key = { id: 'AKIASTANDIN', secret: 'the secret of the stand-in' };

/** A store that speaks as S3 does, over the wire, with pages of `pageSize` names. */
export async function startObjectStore({ pageSize = 2 } = {}) {
  const objects = new Map<string, Buffer>();
  const behaviours: Behaviour[] = [];
  const uploads = new Map<string, { key: string; parts: Map<number, Buffer> }>();
  let asked = 0;
  let begunUploads = 0;
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
    const behaviour = behaviours.shift() ?? 'well';
    if (behaviour === 'slow-down') return refuse(503, 'SlowDown');
    if (behaviour === 'fails') return refuse(500, 'InternalError');
    if (behaviour === 'stalls') return;
    const answerUpload = takeUpload(request.method ?? '', name, searchParams, Buffer.concat(parts));
    if (answerUpload) {
      if (behaviour === 'loses-answer') return void request.socket.destroy();
      const { status, body = '', etag } = answerUpload;
      return void response.writeHead(status, etag ? { etag } : {}).end(body);
    }
    if (request.method === 'PUT') {
      objects.set(name, Buffer.concat(parts));
      return behaviour === 'loses-answer' ? void request.socket.destroy() : say(200);
    }
    if (request.method === 'DELETE') {
      objects.delete(name);
      return say(204);
    }
    if (name === '') return say(200, listPage(searchParams));
    const bytes = objects.get(name);
    if (request.method === 'HEAD') {
      return void response.writeHead(bytes ? 200 : 404, { 'content-length': bytes?.length ?? 0 }).end();
    }
    if (!bytes) return refuse(404, 'NoSuchKey');
    if (behaviour === 'slowly') {
      response.writeHead(200, { 'content-length': bytes.length });
      return Readable.from(inTwelve(bytes)).pipe(response);
    }
    if (behaviour !== 'breaks-off') return say(200, bytes);
    response.writeHead(200, { 'content-length': bytes.length });
    response.write(bytes.subarray(0, bytes.length / 2), () => request.socket.destroy());
  });

  /** The requests of an upload in parts; null for another request. */
  function takeUpload(
    method: string,
    name: string,
    search: URLSearchParams,
    body: Buffer,
  ): { status: number; body?: string; etag?: string } | null {
    const id = search.get('uploadId');
    const xml = (text: string) => ({ status: 200, body: `<?xml version="1.0"?>${text}` });
    if (method === 'GET' && search.has('uploads')) {
      const all = [...uploads].map(
        ([UploadId, { key: Key }]) =>
          `<Upload><Key>${Key}</Key><UploadId>${UploadId}</UploadId><Initiated>${new Date().toISOString()}</Initiated></Upload>`,
      );
      return xml(`<ListMultipartUploadsResult>${all.join('')}</ListMultipartUploadsResult>`);
    }
    if (method === 'POST' && search.has('uploads')) {
      const begun = `upload-${++begunUploads}`;
      uploads.set(begun, { key: name, parts: new Map() });
      return xml(
        `<InitiateMultipartUploadResult><UploadId>${begun}</UploadId></InitiateMultipartUploadResult>`,
      );
    }
    if (id === null) return null;
    const upload = uploads.get(id);
    if (upload?.key !== name) {
      return { status: 404, body: '<?xml version="1.0"?><Error><Code>NoSuchUpload</Code></Error>' };
    }
    if (method === 'PUT') {
      const number = Number(search.get('partNumber'));
      upload.parts.set(number, body);
      return { status: 200, etag: `"part-${number}"` };
    }
    uploads.delete(id);
    if (method === 'DELETE') return { status: 204 };
    const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map(([, n]) => Number(n));
    objects.set(name, Buffer.concat(named.map((number) => upload.parts.get(number) ?? Buffer.of())));
    return xml(
      `<CompleteMultipartUploadResult><Key>${name}</Key><ETag>"whole"</ETag></CompleteMultipartUploadResult>`,
    );
  }

  function listPage(search: URLSearchParams): string {
    const after = search.get('continuation-token');
    const names = [...objects.keys()]
      .sort()
      .filter((name) => name.startsWith(search.get('prefix') ?? '') && (!after || name > after));
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
    /** Uploads in parts that neither ended nor were given up. */
    uploads,
    asked: () => asked,
    /** What it does with the next requests; afterwards it is well. */
    turn: (...next: Behaviour[]) => void behaviours.splice(0, behaviours.length, ...next),
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

async function* inTwelve(bytes: Buffer) {
  const length = Math.ceil(bytes.length / 12);
  for (let at = 0; at < bytes.length; at += length) {
    yield bytes.subarray(at, at + length);
    await sleep(250);
  }
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
