import { isDeepStrictEqual } from 'node:util';
import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { type AnyOperation, keptOffline, type ReceivedOf } from '#shared/operation.ts';
import { commonRefusals, Refusal, type RefusalKind } from '#shared/refusal.ts';
import { keyTaken } from '../db/once.ts';
import type { Api } from './api.ts';
import type { ApiEnv } from './api-env.ts';
import { limitBody, requireJson } from './limit-body.ts';
import { networkOf } from './network-of.ts';
import { readFileBody } from './read-file-body.ts';
import { refusalMessage } from './refusal-message.ts';

export type Received<Op> = ReceivedOf<Op> & {
  /** The caller's `Idempotency-Key`, on operations that take one. */
  idempotencyKey: string | undefined;
  /** Reads the raw bytes, on operations that take a file: to be called once the caller is known to be allowed. */
  readFile: () => Promise<Uint8Array>;
  /** Whether the request asks for the headers alone (HEAD): the answer's content goes nowhere. */
  headOnly: boolean;
  /** Where the request comes from, for limits: an address or the /64 of an IPv6 address, and its cookies. */
  caller: () => { network: string; cookies: string | undefined };
};

/** How the OpenAPI document describes what an operation sends when it succeeds. */
export type Sent = { description: string; type: string; schema: z.ZodType };
/** How the OpenAPI document describes the success of an operation that answers nothing. */
export type SentNothing = { description: string; type?: never; schema?: never };

const refusalAnswer = z
  .object({
    code: z.string(),
    message: z.string(),
    requestId: z.string(),
    detail: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())])).optional(),
  })
  .openapi('Refusal');

const idempotencyHeader = z.object({ 'idempotency-key': z.string().min(8).max(100).optional() });

/** A file's content in the OpenAPI document. */
export const binary = z.string().openapi({ format: 'binary' });

/**
 * Mounts one operation: it is described in the OpenAPI document, its input is validated, and `respond` makes the
 * response. `serve`, `serveStream` and `serveDownload` stand on it; a route that sets headers or a status of its
 * own calls it directly.
 */
export function mount<Op extends AnyOperation>(
  api: Api,
  op: Op,
  { description, type, schema }: Sent | SentNothing,
  respond: (c: Context<ApiEnv>, received: Received<Op>) => Response | Promise<Response>,
): void {
  const route = createRoute({
    method: op.method,
    path: op.path,
    operationId: op.id,
    summary: op.summary,
    // They run before the body is read. A file is read by its use case, up to its own limit.
    middleware: op.file ? [] : op.body ? [limitBody, requireJson] : [limitBody],
    tags: [op.path.split('/')[2] ?? 'sumi'],
    request: {
      ...(op.params && { params: op.params }),
      ...(op.query && { query: op.query }),
      ...(op.idempotent && { headers: idempotencyHeader }),
      ...(op.body && { body: { required: true, content: { 'application/json': { schema: op.body } } } }),
      ...(op.file && { body: { required: true, content: fileContent(op.file.types) } }),
    },
    responses: {
      ...(type ? { 200: { description, content: { [type]: { schema } } } } : { 204: { description } }),
      ...refusalResponses([...(op.refusals ?? []), ...(op.idempotent ? [keyTaken] : [])]),
    },
  });
  api.openapi(route, async (c) => {
    if (op.body) await c.get('resolveAgain')();
    if (op.offline) c.header(...keptOffline);
    const valid = (target: 'param' | 'query' | 'json') => c.req.valid(target as never);
    const received = {
      params: op.params && valid('param'),
      query: op.query && valid('query'),
      body: op.body && valid('json'),
      headOnly: c.req.method === 'HEAD',
      readFile: async () => (op.file ? readFile(c, op.file) : new Uint8Array()),
      caller: () => ({ network: networkOf(c.get('address')), cookies: c.req.header('cookie') }),
      idempotencyKey: op.idempotent ? c.req.header('idempotency-key') : undefined,
    };
    // biome-ignore lint/suspicious/noExplicitAny: `respond` is typed by the operation, which the router does not know
    return respond(c, received as unknown as Received<Op>) as any;
  });
}

/** Refuses a sender whose rights changed while the file arrived: the use case has judged those that they had. */
async function readFile(c: Context<ApiEnv>, file: NonNullable<AnyOperation['file']>): Promise<Uint8Array> {
  const before = c.get('ctx').actor;
  const bytes = await readFileBody(c.req.raw, file);
  await c.get('resolveAgain')();
  const { actor } = c.get('ctx');
  if (isDeepStrictEqual(actor, before)) return bytes;
  throw new Refusal(actor.kind === 'visitor' ? commonRefusals.signInFirst : commonRefusals.busy);
}

function refusalResponses(own: readonly RefusalKind[]) {
  const all = [...own, commonRefusals.badInput, commonRefusals.signInFirst, commonRefusals.notAllowed];
  const byStatus = Map.groupBy(all, (kind) => kind.status);
  return Object.fromEntries(
    [...byStatus].map(([status, kinds]) => [
      status,
      {
        description: kinds.map((kind) => `\`${kind.code}\` ${refusalMessage(kind.code)}`).join(' · '),
        content: { 'application/json': { schema: refusalAnswer } },
      },
    ]),
  );
}

function fileContent(types: readonly string[]) {
  return Object.fromEntries(types.map((type) => [type, { schema: binary }]));
}
