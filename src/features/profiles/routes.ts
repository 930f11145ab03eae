import type { Files } from '#server/files/files.ts';
import { serveFiles } from '#server/files/serve-files.ts';
import type { Api } from '#server/http/api.ts';
import { serve } from '#server/http/serve.ts';
import { changeProfile } from './change-profile.ts';
import { choosePortrait } from './choose-portrait.ts';
import * as contract from './contract.ts';
import { readProfile } from './read-profile.ts';
import { removeAvatar } from './remove-avatar.ts';
import { setHandles } from './set-handles.ts';
import { avatarsFolder } from './set-picture.ts';
import { endHoliday } from './streak/end-holiday.ts';
import { planHoliday } from './streak/plan-holiday.ts';
import { readStreak } from './streak/read-streak.ts';
import { uploadAvatar } from './upload-avatar.ts';

export function profileRoutes(files: Files): (api: Api) => void {
  return (api) => {
    serve(api, contract.readProfile, (ctx) => readProfile(ctx));

    serve(api, contract.changeProfile, (ctx, { body }) => changeProfile(ctx, body));

    serve(api, contract.readStreak, (ctx) => readStreak(ctx));

    serve(api, contract.planHoliday, (ctx, { body }) => planHoliday(ctx, body));

    serve(api, contract.endHoliday, (ctx) => endHoliday(ctx));

    serve(api, contract.setHandles, async (ctx, { body }) => {
      await setHandles(ctx, body);
      return readProfile(ctx);
    });

    serve(api, contract.uploadAvatar, (ctx, { readFile }) => uploadAvatar(ctx, files, readFile));

    serve(api, contract.choosePortrait, (ctx, { body }) => choosePortrait(ctx, body.portrait));

    serve(api, contract.removeAvatar, (ctx) => removeAvatar(ctx));

    serveFiles(api, contract.readAvatar, files, { folder: avatarsFolder, type: 'image/webp' });
  };
}
