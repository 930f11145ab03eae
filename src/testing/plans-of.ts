import { CompiledQuery, type KyselyPlugin, type PluginTransformQueryArgs } from 'kysely';
import type { Ctx } from '#server/ctx.ts';

/** Runs `act` and returns the query plans of the statements that it sent. */
export async function plansOf(ctx: Ctx, act: (ctx: Ctx) => Promise<unknown>): Promise<string[]> {
  const sent: PluginTransformQueryArgs[] = [];
  const listening: KyselyPlugin = {
    transformQuery(query) {
      sent.push(query);
      return query.node;
    },
    transformResult: async ({ result }) => result,
  };
  await act({ ...ctx, db: ctx.db.withPlugin(listening) });
  const compiler = ctx.db.getExecutor();
  return Promise.all(
    sent.map(async ({ node, queryId }) => {
      const { sql: text, parameters } = compiler.compileQuery(
        compiler.transformQuery(node, queryId),
        queryId,
      );
      const { rows } = await ctx.db.executeQuery(
        CompiledQuery.raw(`explain (costs off) ${text}`, [...parameters]),
      );
      return rows.map((row) => Object.values(row as Record<string, string>)[0]).join('\n');
    }),
  );
}
