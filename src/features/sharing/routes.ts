import type { Api } from '#server/http/api.ts';
import { serve } from '#server/http/serve.ts';
import { serveDownload } from '#server/http/serve-download.ts';
import * as contract from './contract.ts';
import { listClassesOfTeacher } from './list-classes-of-teacher.ts';
import { readSharedClass } from './read-shared-class.ts';
import { writeClassEvent } from './write-class-event.ts';

export function sharingRoutes(appUrl: string) {
  return (api: Api): void => {
    serve(api, contract.readSharedClass, (ctx, { params }) => readSharedClass(ctx, params.id));
    serve(api, contract.listClassesOfTeacher, (ctx, { params, query }) =>
      listClassesOfTeacher(ctx, { teacherId: params.id, ...query }),
    );
    serveDownload(api, contract.downloadClassEvent, 'text/calendar; charset=utf-8', (ctx, { params }) =>
      writeClassEvent(ctx, params.id, appUrl),
    );
  };
}
