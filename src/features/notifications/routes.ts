import type { Api } from '#server/http/api.ts';
import { mount } from '#server/http/mount.ts';
import { serve } from '#server/http/serve.ts';
import type { PushService } from '#server/push/push-service.ts';
import { serveOwn } from '#server/shared-pages/serve-shared.ts';
import { changeChoices } from './choices/change-choices.ts';
import { readChoices } from './choices/read-choices.ts';
import { stopLetters } from './choices/stop-letters.ts';
import * as contract from './contract.ts';
import { addDevice } from './devices/add-device.ts';
import { removeDevice } from './devices/remove-device.ts';
import { tryDevices } from './devices/try-devices.ts';
import { markRead } from './mark-read.ts';
import { listNotifications } from './reads.ts';

/** `mail` says what letters become: they are sent, they are files of the operator, or there are none. */
type Settings = { secret: string; mail: 'sent' | 'folder' | 'none' };

export function notificationRoutes(
  { secret, mail }: Settings,
  push: Pick<PushService, 'publicKey' | 'allows'>,
) {
  const means = { sendsMail: mail !== 'none', pushKey: push.publicKey };
  return (api: Api): void => {
    serveOwn(api, contract.listNotifications, {
      ownTables: ['notifications'],
      read: (ctx, { query }) => listNotifications(ctx, query),
    });

    serve(api, contract.markAllNotificationsRead, (ctx, { body }) => markRead(ctx, body));

    serve(api, contract.markNotificationRead, (ctx, { params }) => markRead(ctx, { id: params.id }));

    serve(api, contract.readNoticeChoices, (ctx) => readChoices(ctx, means));
    serve(api, contract.changeNoticeChoices, async (ctx, { body }) => {
      await changeChoices(ctx, body);
      return readChoices(ctx, means);
    });
    serve(api, contract.addDevice, (ctx, { body }) => addDevice(ctx, push, body));
    serve(api, contract.removeDevice, (ctx, { body }) => removeDevice(ctx, body));
    serve(api, contract.tryDevices, (ctx) => tryDevices(ctx));

    serve(api, contract.stopLetters, (ctx, { params }) => stopLetters(ctx, secret, params.token));
    const page = {
      description: 'Leads to the page with the button.',
      type: 'text/html',
      schema: contract.openStopPage.answer,
    };
    mount(api, contract.openStopPage, page, (c, { params }) => {
      const place = `/unsubscribe#token=${encodeURIComponent(params.token)}`;
      return c.html(`<!doctype html><title>Sumi</title><a href="${place}">Sumi</a>`, 200, {
        Refresh: `0; url=${place}`,
      });
    });
  };
}
