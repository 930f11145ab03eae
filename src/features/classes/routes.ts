import type { Api } from '#server/http/api.ts';
import { serve } from '#server/http/serve.ts';
import * as contract from './contract.ts';
import { deleteClass } from './delete-class.ts';
import { enrolInClass } from './enrol-in-class.ts';
import { leaveClass } from './leave-class.ts';
import { listClasses, listManagedClasses, listTodaysClubs, readClass } from './reads.ts';
import { scheduleClass } from './schedule-class.ts';

export function classesRoutes(api: Api): void {
  serve(api, contract.listClasses, (ctx, { query }) => listClasses(ctx, query));
  // Before `{id}`, which would take their names for one.
  serve(api, contract.listTodaysClubs, (ctx, { query }) => listTodaysClubs(ctx, query));
  serve(api, contract.listManagedClasses, (ctx, { query }) => listManagedClasses(ctx, query));
  serve(api, contract.readClass, (ctx, { params }) => readClass(ctx, params.id));
  serve(api, contract.enrolInClass, (ctx, { params }) => enrolInClass(ctx, params.id));
  serve(api, contract.leaveClass, (ctx, { params }) => leaveClass(ctx, params.id));
  serve(api, contract.scheduleClass, (ctx, { body, idempotencyKey }) =>
    scheduleClass(ctx, body, idempotencyKey),
  );
  serve(api, contract.deleteClass, (ctx, { params }) => deleteClass(ctx, params.id));
}
