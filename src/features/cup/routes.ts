import type { Api } from '#server/http/api.ts';
import { serve } from '#server/http/serve.ts';
import { commitCupImport } from './commit-cup-import.ts';
import * as contract from './contract.ts';
import { discardCupImport } from './discard-cup-import.ts';
import { previewCupImport } from './preview-cup-import.ts';
import { putBackCupBoard } from './put-back-cup-board.ts';
import { listCup, listCupBoards } from './reads.ts';

export function cupRoutes(api: Api): void {
  serve(api, contract.listCup, (ctx, { query }) => listCup(ctx, query));

  serve(api, contract.previewCupImport, (ctx, { query, readFile }) =>
    previewCupImport(ctx, { season: query.season, readFile }),
  );

  serve(api, contract.commitCupImport, (ctx, { params }) => commitCupImport(ctx, params.id));

  serve(api, contract.discardCupImport, (ctx, { params }) => discardCupImport(ctx, params.id));

  serve(api, contract.putBackCupBoard, (ctx, { params }) => putBackCupBoard(ctx, params.id));

  serve(api, contract.listCupBoards, (ctx, { query }) => listCupBoards(ctx, query));
}
