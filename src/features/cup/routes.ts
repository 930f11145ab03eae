import type { Api } from '#server/http/api.ts';
import { serve } from '#server/http/serve.ts';
import { serveDownload } from '#server/http/serve-download.ts';
import { serveShared } from '#server/shared-pages/serve-shared.ts';
import { anonymousMember, visitor } from '#shared/actor.ts';
import { claimCupRow } from './claims/claim-cup-row.ts';
import { decideCupClaim } from './claims/decide-cup-claim.ts';
import { listCupClaims } from './claims/list-cup-claims.ts';
import { readOwnCup } from './claims/read-own-cup.ts';
import { setCupVisibility } from './claims/set-cup-visibility.ts';
import { withdrawCupClaim } from './claims/withdraw-cup-claim.ts';
import * as contract from './contract.ts';
import { commitCupImport } from './import/commit-cup-import.ts';
import { discardCupImport } from './import/discard-cup-import.ts';
import { exportCupBoard } from './import/export-cup-board.ts';
import { previewCupImport } from './import/preview-cup-import.ts';
import { putBackCupBoard } from './import/put-back-cup-board.ts';
import { markOwnLines } from './mark-own-lines.ts';
import { type CupPage, cupTables, listCup, listCupBoards } from './reads.ts';
import { closeCupSeason } from './seasons/close-cup-season.ts';
import { previewCupClosing } from './seasons/preview-cup-closing.ts';
import { listCupSeasons, listCupWinners, listHeldRows } from './seasons/reads.ts';
import { setCupSettings } from './seasons/set-cup-settings.ts';
import { setRowHold } from './seasons/set-row-hold.ts';

export function cupRoutes(api: Api): void {
  serveShared<typeof contract.listCup, CupPage>(api, contract.listCup, {
    tables: cupTables,
    cacheAs: (actor) => (actor.kind === 'visitor' ? visitor : anonymousMember),
    read: (ctx, { query }) => listCup(ctx, query),
    personalise: (ctx, page, { query }) => markOwnLines(ctx, page, query),
    // Claims and addresses are among the tables of everybody's page.
    ownTables: ['users', 'cup_settings', 'cup_reviews'],
    readUncached: async (ctx, { query }) => markOwnLines(ctx, await listCup(ctx, query), query),
  });

  serve(api, contract.previewCupImport, (ctx, { query, readFile }) =>
    previewCupImport(ctx, { ...query, readFile }),
  );

  serve(api, contract.commitCupImport, (ctx, { params }) => commitCupImport(ctx, params.id));

  serve(api, contract.discardCupImport, (ctx, { params }) => discardCupImport(ctx, params.id));

  serve(api, contract.putBackCupBoard, (ctx, { params }) => putBackCupBoard(ctx, params.id));

  serve(api, contract.listCupBoards, (ctx, { query }) => listCupBoards(ctx, query));

  serveDownload(api, contract.exportCupBoard, 'text/csv; charset=utf-8', (ctx, { params, headOnly }) =>
    exportCupBoard(ctx, { ...params, isRecorded: !headOnly }),
  );

  serve(api, contract.listCupSeasons, (ctx) => listCupSeasons(ctx));

  serve(api, contract.listCupWinners, (ctx, { params }) => listCupWinners(ctx, params.season));

  serve(api, contract.previewCupClosing, (ctx, { params }) => previewCupClosing(ctx, params.season));

  serve(api, contract.closeCupSeason, (ctx, { params, body }) => closeCupSeason(ctx, { ...params, ...body }));

  serve(api, contract.listHeldRows, (ctx, { params, query }) => listHeldRows(ctx, { ...params, ...query }));

  serve(api, contract.setRowHold, (ctx, { params, body }) => setRowHold(ctx, { ...params, ...body }));

  serve(api, contract.setCupSettings, (ctx, { body }) => setCupSettings(ctx, body));

  serve(api, contract.readOwnCup, (ctx) => readOwnCup(ctx));

  serve(api, contract.setCupVisibility, (ctx, { body }) => setCupVisibility(ctx, body));

  serve(api, contract.claimCupRow, (ctx, { body }) => claimCupRow(ctx, body));

  serve(api, contract.withdrawCupClaim, (ctx) => withdrawCupClaim(ctx));

  serve(api, contract.listCupClaims, (ctx, { query }) => listCupClaims(ctx, query));

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
