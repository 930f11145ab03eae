import type { Api } from '#server/http/api.ts';
import { serve } from '#server/http/serve.ts';
import { applyToTeach } from './apply-to-teach.ts';
import { changeTeaching } from './change-teaching.ts';
import * as contract from './contract.ts';
import { decideApplication } from './decide-application.ts';
import { keepPageHidden } from './hide-page.ts';
import { listApplications, readOwnTeacherProfile, readTeacher } from './reads.ts';

export function teacherRoutes(api: Api): void {
  serve(api, contract.applyToTeach, (ctx, { body }) => applyToTeach(ctx, body));

  serve(api, contract.readOwnTeacherProfile, (ctx) => readOwnTeacherProfile(ctx));

  serve(api, contract.changeTeaching, (ctx, { body }) => changeTeaching(ctx, body));

  serve(api, contract.listApplications, (ctx, { query }) => listApplications(ctx, query));

  // After `me` and `applications`, which would otherwise match as an id.
  serve(api, contract.readTeacher, (ctx, { params }) => readTeacher(ctx, params.id));

  serve(api, contract.approveApplication, (ctx, { params, body }) =>
    decideApplication(ctx, { ...params, ...body, decision: 'approve' }),
  );

  serve(api, contract.rejectApplication, (ctx, { params, body }) =>
    decideApplication(ctx, { ...params, ...body, decision: 'reject' }),
  );

  serve(api, contract.revokeTeacher, (ctx, { params, body }) =>
    decideApplication(ctx, { ...params, ...body, decision: 'revoke' }),
  );

  serve(api, contract.keepPageHidden, async (ctx, { params: { id }, body }) => {
    await keepPageHidden(ctx, id, body);
    return { id };
  });

  serve(api, contract.reopenApplication, (ctx, { params }) =>
    decideApplication(ctx, { ...params, decision: 'reopen' }),
  );
}
