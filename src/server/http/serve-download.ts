import { createRoute, z } from '@hono/zod-openapi';
import type { AnyOperation, ReceivedOf } from '#shared/operation.ts';
import { commonRefusals } from '#shared/refusal.ts';
import type { Ctx } from '../ctx.ts';
import type { Api } from './api.ts';
import { limitBody } from './limit-body.ts';

export type Download = {
  content: string | Uint8Array;
  /** The name it is saved under; letters, digits, hyphens and a dot. */
  fileName: string;
};

/** Mounts an operation without a body that answers one file, made whole before it is sent: a refusal is a refusal. */
export function serveDownload<Op extends AnyOperation>(
  api: Api,
  op: Op,
  type: string,
  act: (ctx: Ctx, received: Pick<ReceivedOf<Op>, 'params' | 'query'>) => Promise<Download>,
): void {
  const refusals = [
    commonRefusals.badInput,
    commonRefusals.signInFirst,
    commonRefusals.notAllowed,
    ...(op.refusals ?? []),
  ];
  const route = createRoute({
    method: op.method,
    path: op.path,
    operationId: op.id,
    summary: op.summary,
    middleware: [limitBody],
    tags: [op.path.split('/')[2] ?? 'sumi'],
    request: { ...(op.params && { params: op.params }), ...(op.query && { query: op.query }) },
    responses: {
      200: {
        description: 'The file.',
        content: { [type]: { schema: z.string().openapi({ format: 'binary' }) } },
      },
      ...Object.fromEntries(refusals.map(({ status, message }) => [status, { description: message }])),
    },
  });
  api.openapi(route, async (c) => {
    const valid = (target: 'param' | 'query') => c.req.valid(target as never);
    const received = { params: op.params && valid('param'), query: op.query && valid('query') };
    const { content, fileName } = await act(
      c.get('ctx'),
      received as Pick<ReceivedOf<Op>, 'params' | 'query'>,
    );
    const body = typeof content === 'string' ? content : new Uint8Array(content);
    return c.body(body, 200, {
      'Content-Type': type,
      'Content-Disposition': `attachment; filename="${fileName}"`,
    });
  });
}
