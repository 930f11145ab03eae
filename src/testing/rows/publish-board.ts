import { commitCupImport } from '#features/cup/import/commit-cup-import.ts';
import { previewCupImport } from '#features/cup/import/preview-cup-import.ts';
import type { Ctx } from '#server/ctx.ts';

/** Imports a file of these lines, its header first, as an administrator does, and returns the id of the draft. */
export async function draftBoard(ctx: Ctx, lines: readonly string[], season = '2026-11'): Promise<string> {
  const bytes = new TextEncoder().encode(lines.join('\n'));
  return (await previewCupImport(ctx, { season, readFile: async () => bytes })).boardId;
}

/** The same, and publishes the draft as the board of its month. */
export async function publishBoard(ctx: Ctx, lines: readonly string[], season = '2026-11'): Promise<string> {
  const boardId = await draftBoard(ctx, lines, season);
  await commitCupImport(ctx, boardId);
  return boardId;
}
