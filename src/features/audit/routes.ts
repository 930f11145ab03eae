import type { Api } from '#server/http/api.ts';
import { serve } from '#server/http/serve.ts';
import { serveStream } from '#server/http/serve-stream.ts';
import * as contract from './contract.ts';
import { exportAudit } from './export-audit.ts';
import { listAudit, listAuditChoices } from './reads.ts';

export function auditRoutes(api: Api): void {
  serve(api, contract.listAudit, (ctx, { query }) => listAudit(ctx, query));

  serve(api, contract.listAuditChoices, (ctx) => listAuditChoices(ctx));

  const sheet = { type: 'text/csv; charset=utf-8', fileName: 'registro.csv' };
  serveStream(api, contract.exportAudit, sheet, (ctx, { query }) => exportAudit(ctx, query));
}
