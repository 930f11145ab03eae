import type { PaymentProviders } from '#features/payments/payment-providers.ts';
import type { Api } from '#server/http/api.ts';
import { serve } from '#server/http/serve.ts';
import { markAttendance } from './attendance/mark-attendance.ts';
import { readRoster } from './attendance/read-roster.ts';
import * as contract from './contract.ts';
import { listClasses, listManagedClasses, listPastClasses, listTodaysClubs, readClass } from './reads.ts';
import { listReviews } from './reviews/list-reviews.ts';
import { reviewClass } from './reviews/review-class.ts';
import { buySeat } from './seats/buy-seat.ts';
import { enrolInClass } from './seats/enrol-in-class.ts';
import { leaveClass } from './seats/leave-class.ts';
import { cancelClass } from './timetable/cancel-class.ts';
import { changeClass } from './timetable/change-class.ts';
import { deleteClass } from './timetable/delete-class.ts';
import { scheduleClass } from './timetable/schedule-class.ts';

export function classesRoutes(providers: PaymentProviders) {
  return (api: Api): void => {
    mountClasses(api);
    serve(api, contract.buySeat, (ctx, { params }) => buySeat(ctx, providers, params.id));
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
