import type { KyselyPlugin } from 'kysely';
import type { Ctx } from '#server/ctx.ts';

/**
 * Returns a context whose asks share no transaction with those of others (`server/db/group-commit.ts`), as in another
 * server process. A race between use cases with a group commit needs several processes, because one process does their
 * asks in turn.
 */
export function asAnotherProcess(ctx: Ctx): Ctx {
  return { ...ctx, db: ctx.db.withPlugin(unchanged) };
}

const unchanged: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => result,
};
