import type { KyselyPlugin, SelectQueryNode, OperationNodeTransformer as Transformer } from 'kysely';
import { OperationNodeTransformer } from 'kysely';
import type { Ctx } from '#server/ctx.ts';

/**
 * Returns a context that drops `for update` and the like from every query. It is the control of a race test: without
 * the lock the race must go wrong, otherwise the test proves nothing.
 */
export function withoutRowLocks(ctx: Ctx): Ctx {
  return { ...ctx, db: ctx.db.withPlugin(dropLocks) };
}

class DropLocks extends OperationNodeTransformer {
  protected override transformSelectQuery(
    node: SelectQueryNode,
    ...rest: Parameters<Transformer['transformNode']>[1][]
  ) {
    const { endModifiers: _dropped, ...query } = super.transformSelectQuery(node, ...(rest as []));
    return query as SelectQueryNode;
  }
}

const transformer = new DropLocks();
const dropLocks: KyselyPlugin = {
  transformQuery: ({ node, queryId }) => transformer.transformNode(node, queryId),
  transformResult: async ({ result }) => result,
};
