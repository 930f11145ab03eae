import type { Calendar } from '#server/calendar/calendar.ts';
import type { Api } from '#server/http/api.ts';
import { mount } from '#server/http/mount.ts';
import { serve } from '#server/http/serve.ts';
import * as contract from './contract.ts';
import { readFeed } from './feed/read-feed.ts';
import { readOwnFeed } from './feed/read-own-feed.ts';
import { renewFeed } from './feed/renew-feed.ts';
import { revokeFeed } from './feed/revoke-feed.ts';
import { importEvents } from './import/import-events.ts';
import { type Connection, readCalendarStatus } from './reads.ts';
import { putOwnEvent } from './sync/put-own-event.ts';
import { removeEvent } from './sync/remove-event.ts';
import { retryCalendar } from './sync/retry-calendar.ts';
import { syncClass } from './sync/sync-class.ts';

const feedType = 'text/calendar; charset=utf-8';

/** The calendar of this installation, and what its settings add to it. */
export type CalendarSetting = { calendar: Calendar } & Pick<Connection, 'meetings' | 'subscribed'>;

export function calendarRoutes({ calendar, ...rest }: CalendarSetting, appUrl: string) {
  const connection = { kind: calendar.kind, name: calendar.name, ...rest };
  return (api: Api): void => {
    serve(api, contract.readOwnFeed, (ctx) => readOwnFeed(ctx));
    serve(api, contract.renewOwnFeed, (ctx) => renewFeed(ctx, 'own'));
    serve(api, contract.revokeOwnFeed, (ctx) => revokeFeed(ctx, 'own'));
    serve(api, contract.renewOrganisersFeed, (ctx) => renewFeed(ctx, 'organisers'));
    serve(api, contract.revokeOrganisersFeed, (ctx) => revokeFeed(ctx, 'organisers'));
    serve(api, contract.readCalendarStatus, (ctx) => readCalendarStatus(ctx, connection));
    serve(api, contract.retryCalendar, (ctx) => retryCalendar(ctx));
    serve(api, contract.syncClass, (ctx, { params }) => syncClass(ctx, params.id));
    serve(api, contract.importEvents, (ctx, { body }) => importEvents(ctx, calendar, body));
    serve(api, contract.changeCalendar, (ctx, { body, idempotencyKey }) =>
      body.action === 'create'
        ? putOwnEvent(ctx, body, idempotencyKey)
        : removeEvent(ctx, body.eventId, idempotencyKey),
    );
    serveFeeds(api, appUrl);
  };
}

/** Mounted last: its path matches every address under `/api/calendar` that no other operation has. */
function serveFeeds(api: Api, appUrl: string): void {
  const sent = { description: 'The feed.', type: feedType, schema: contract.readFeedFile.answer };
  mount(api, contract.readFeedFile, sent, async (c, { params }) => {
    const [, secret] = /^([\w-]{43})\.ics$/.exec(params.file) ?? [];
    const found = secret && (await readFeed(c.get('ctx'), secret, appUrl));
    if (!found) return c.notFound();
    const headers = {
      etag: found.etag,
      // A calendar program revalidates by the etag; `private` keeps one person's feed out of shared caches.
      'cache-control': 'private, no-cache',
      'content-type': feedType,
      'content-disposition': 'inline; filename="sumi.ics"',
    };
    if (c.req.header('if-none-match') === found.etag) return c.body(null, 304, headers);
    return c.body(found.text, 200, headers);
  });
}
