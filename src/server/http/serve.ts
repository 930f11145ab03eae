import type { AnswerOf, AnyOperation } from '#shared/operation.ts';
import type { Ctx } from '../ctx.ts';
import type { Api } from './api.ts';
import { mount, type Received } from './mount.ts';

/**
 * Mounts one operation that answers JSON: `act` gets the request's context and the validated input, and what it
 * returns is the answer. A request that is refused throws a `Refusal`.
 */
export function serve<Op extends AnyOperation>(
  api: Api,
  op: Op,
  act: (ctx: Ctx, received: Received<Op>) => Promise<AnswerOf<Op>>,
): void {
  const sent = { description: 'Done.', type: 'application/json', schema: op.answer };
  mount(api, op, sent, async (c, received) => {
    const answer = await act(c.get('ctx'), received);
    return c.json(answer ?? null, 200);
  });
}
