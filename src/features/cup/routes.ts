import type { Api } from '#server/http/api.ts';
import { serve } from '#server/http/serve.ts';
import { serveDownload } from '#server/http/serve-download.ts';
import { memberOf } from '#shared/actor.ts';
import { claimCupRow } from './claims/claim-cup-row.ts';
import { decideCupClaim } from './claims/decide-cup-claim.ts';
import { readCupClaims } from './claims/read-cup-claims.ts';
import { readOwnCup } from './claims/read-own-cup.ts';
import { setCupVisibility } from './claims/set-cup-visibility.ts';
import { withdrawCupClaim } from './claims/withdraw-cup-claim.ts';
import * as contract from './contract.ts';
import { commitCupImport } from './import/commit-cup-import.ts';
import { discardCupImport } from './import/discard-cup-import.ts';
import { exportCupBoard } from './import/export-cup-board.ts';
import { previewCupImport } from './import/preview-cup-import.ts';
import { putBackCupBoard } from './import/put-back-cup-board.ts';
import { listCup, listCupBoards } from './reads.ts';

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
