import type { Till } from '#features/payments/payment-till.ts';
import type { Api } from '#server/http/api.ts';
import { serve } from '#server/http/serve.ts';
import { buySeat } from './buy-seat.ts';
import { cancelClass } from './cancel-class.ts';
import { changeClass } from './change-class.ts';
import * as contract from './contract.ts';
import { deleteClass } from './delete-class.ts';
import { enrolInClass } from './enrol-in-class.ts';
import { leaveClass } from './leave-class.ts';
import { listReviews } from './list-reviews.ts';
import { markAttendance } from './mark-attendance.ts';
import { readRoster } from './read-roster.ts';
import { listClasses, listManagedClasses, listPastClasses, listTodaysClubs, readClass } from './reads.ts';
import { reviewClass } from './review-class.ts';
import { scheduleClass } from './schedule-class.ts';

export function classesRoutes(till: Till) {
  return (api: Api): void => {
    mountClasses(api);
    serve(api, contract.buySeat, (ctx, { params }) => buySeat(ctx, till, params.id));
  };
}

function mountClasses(api: Api): void {
  serve(api, contract.listClasses, (ctx, { query }) => listClasses(ctx, query));
  // Before `{id}`, which would take their names for one.
  serve(api, contract.listTodaysClubs, (ctx, { query }) => listTodaysClubs(ctx, query));
  serve(api, contract.listManagedClasses, (ctx, { query }) => listManagedClasses(ctx, query));
  serve(api, contract.listPastClasses, (ctx, { query }) => listPastClasses(ctx, query));
  serve(api, contract.readClass, (ctx, { params }) => readClass(ctx, params.id));
  serve(api, contract.enrolInClass, (ctx, { params }) => enrolInClass(ctx, params.id));
  serve(api, contract.leaveClass, (ctx, { params }) => leaveClass(ctx, params.id));
  serve(api, contract.scheduleClass, (ctx, { body, idempotencyKey }) =>
    scheduleClass(ctx, body, idempotencyKey),
  );
  serve(api, contract.changeClass, (ctx, { params, body }) => changeClass(ctx, params.id, body));
  serve(api, contract.cancelClass, (ctx, { params, body }) => cancelClass(ctx, params.id, body));
  serve(api, contract.deleteClass, (ctx, { params }) => deleteClass(ctx, params.id));
  serve(api, contract.readRoster, (ctx, { params }) => readRoster(ctx, params.id));
  serve(api, contract.markAttendance, (ctx, { params, body }) => markAttendance(ctx, params.id, body.marks));
  serve(api, contract.reviewClass, (ctx, { params, body }) => reviewClass(ctx, params.id, body));
  serve(api, contract.listReviews, (ctx, { params, query }) => listReviews(ctx, params.id, query));
}
