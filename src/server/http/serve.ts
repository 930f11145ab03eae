import { createRoute, z } from '@hono/zod-openapi';
import type { AnswerOf, AnyOperation, ReceivedOf } from '#shared/operation.ts';
import { commonRefusals, type RefusalKind } from '#shared/refusal.ts';
import type { Ctx } from '../ctx.ts';
import type { Api } from './api.ts';
import { limitBody, requireJson } from './limit-body.ts';
import { readFileBody } from './read-file-body.ts';

export type Received<Op> = ReceivedOf<Op> & {
  /** The caller's `Idempotency-Key`, on operations that take one. */
  idempotencyKey: string | undefined;
  /** Reads the raw bytes, on operations that take a file: to be called once whoever sends them may. */
  readFile: () => Promise<Uint8Array>;
};

const refusalAnswer = z
  .object({
    code: z.string(),
    message: z.string(),
    requestId: z.string(),
    detail: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())])).optional(),
  })
  .openapi('Refusal');

const idempotencyHeader = z.object({ 'idempotency-key': z.string().min(8).max(100).optional() });

/**
 * Mounts one operation: its input is validated, `act` gets the request's context and that input, and
 * what it returns is the answer. Everything that can be said no to is thrown as a `Refusal`.
 */
export function serve<Op extends AnyOperation>(
  api: Api,
  op: Op,
  act: (ctx: Ctx, received: Received<Op>) => Promise<AnswerOf<Op>>,
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
      200: { description: 'Done.', content: { 'application/json': { schema: op.answer } } },
      ...refusalResponses(op.refusals ?? []),
    },
  });
  api.openapi(route, async (c) => {
    const valid = (target: 'param' | 'query' | 'json') => c.req.valid(target as never);
    const received = {
      params: op.params && valid('param'),
      query: op.query && valid('query'),
      body: op.body && valid('json'),
      readFile: async () => (op.file ? readFileBody(c.req.raw, op.file) : new Uint8Array()),
      idempotencyKey: op.idempotent ? c.req.header('idempotency-key') : undefined,
    };
    const answer = await act(c.get('ctx'), received as unknown as Received<Op>);
    // biome-ignore lint/suspicious/noExplicitAny: the answer's type is checked above, against the operation
    return c.json((answer ?? null) as any, 200);
  });
}

function refusalResponses(own: readonly RefusalKind[]) {
  const all = [...own, commonRefusals.badInput, commonRefusals.signInFirst, commonRefusals.notAllowed];
  const byStatus = Map.groupBy(all, (kind) => kind.status);
  return Object.fromEntries(
    [...byStatus].map(([status, kinds]) => [
      status,
      {
        description: kinds.map((kind) => `\`${kind.code}\` ${kind.message}`).join(' · '),
        content: { 'application/json': { schema: refusalAnswer } },
      },
    ]),
  );
}

function fileContent(types: readonly string[]) {
  return Object.fromEntries(
    types.map((type) => [type, { schema: z.string().openapi({ format: 'binary' }) }]),
  );
}
