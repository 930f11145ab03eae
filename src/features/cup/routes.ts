import type { Api } from '#server/http/api.ts';
import { serve } from '#server/http/serve.ts';
import { serveDownload } from '#server/http/serve-download.ts';
import { memberOf } from '#shared/actor.ts';
import { claimCupRow } from './claim-cup-row.ts';
import { commitCupImport } from './commit-cup-import.ts';
import * as contract from './contract.ts';
import { decideCupClaim } from './decide-cup-claim.ts';
import { discardCupImport } from './discard-cup-import.ts';
import { exportCupBoard } from './export-cup-board.ts';
import { previewCupImport } from './preview-cup-import.ts';
import { putBackCupBoard } from './put-back-cup-board.ts';
import { readCupClaims } from './read-cup-claims.ts';
import { readOwnCup } from './read-own-cup.ts';
import { listCup, listCupBoards } from './reads.ts';
import { setCupVisibility } from './set-cup-visibility.ts';
import { withdrawCupClaim } from './withdraw-cup-claim.ts';

export function cupRoutes(api: Api): void {
  serve(api, contract.listCup, (ctx, { query }) => listCup(ctx, query));

  serve(api, contract.previewCupImport, (ctx, { query, readFile }) =>
    previewCupImport(ctx, { ...query, readFile }),
  );

  serve(api, contract.commitCupImport, (ctx, { params }) => commitCupImport(ctx, params.id));

  serve(api, contract.discardCupImport, (ctx, { params }) => discardCupImport(ctx, params.id));

  serve(api, contract.putBackCupBoard, (ctx, { params }) => putBackCupBoard(ctx, params.id));

  serve(api, contract.listCupBoards, (ctx, { query }) => listCupBoards(ctx, query));

  serveDownload(api, contract.exportCupBoard, 'text/csv; charset=utf-8', (ctx, { params }) =>
    exportCupBoard(ctx, params.id),
  );

  serve(api, contract.readOwnCup, (ctx) => readOwnCup(ctx, memberOf(ctx.actor)));

  serve(api, contract.setCupVisibility, (ctx, { body }) => setCupVisibility(ctx, memberOf(ctx.actor), body));

  serve(api, contract.claimCupRow, (ctx, { body }) => claimCupRow(ctx, memberOf(ctx.actor), body.username));

  serve(api, contract.withdrawCupClaim, (ctx) => withdrawCupClaim(ctx, memberOf(ctx.actor)));

  serve(api, contract.listCupClaims, (ctx, { query }) => readCupClaims(ctx, query));

  serve(api, contract.confirmCupClaim, (ctx, { params }) =>
    decideCupClaim(ctx, params.id, { verb: 'confirm' }),
  );

  serve(api, contract.rejectCupClaim, (ctx, { params, body }) =>
    decideCupClaim(ctx, params.id, { verb: 'reject', ...body }),
  );

  serve(api, contract.revokeCupClaim, (ctx, { params, body }) =>
    decideCupClaim(ctx, params.id, { verb: 'revoke', ...body }),
  );
}
