import type { Api } from '#server/http/api.ts';
import { serve } from '#server/http/serve.ts';
import * as contract from './contract.ts';
import { listReports } from './list-reports.ts';
import { listReportsOf } from './list-reports-of.ts';
import { reopenReports } from './reopen-reports.ts';
import { reportContent } from './report-content.ts';
import type { ReportSubject } from './report-subject.ts';
import { settleReports } from './settle-reports.ts';
import { showReported } from './show-reported.ts';

/** `subjects` are the kinds of things that can be reported, each by the feature that owns them. */
export function reportRoutes(subjects: readonly ReportSubject[]) {
  return (api: Api): void => {
    serve(api, contract.reportContent, (ctx, { body }) => reportContent(ctx, subjects, body));
    serve(api, contract.listReports, (ctx, { query: { settled, cursor } }) =>
      listReports(ctx, subjects, { settled: settled === 'true', cursor }),
    );
    serve(api, contract.listReportsOf, (ctx, { params, query }) =>
      listReportsOf(ctx, subjects, params, query),
    );
    serve(api, contract.reopenReports, (ctx, { params, body }) => reopenReports(ctx, subjects, params, body));
    serve(api, contract.showReported, (ctx, { params }) => showReported(ctx, subjects, params));
    serve(api, contract.settleReports, (ctx, { params, body }) => settleReports(ctx, subjects, params, body));
  };
}
