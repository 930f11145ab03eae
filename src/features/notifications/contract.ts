import { z } from 'zod';
import { operation } from '#shared/operation.ts';
import { pageQuery } from '#shared/page-cursor.ts';
import { commonRefusals, type RefusalKind } from '#shared/refusal.ts';
import { uuid } from '#shared/uuid.ts';
import { noticeTopics } from './rules.ts';

/** A notice. It carries a kind and the values for a text that the browser has in the reader's language. */
export const notice = z.object({
  id: uuid,
  /** `feature.what-happened`; a browser that does not know a kind shows a general text. */
  kind: z.string(),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  /** A path of this product, or null. */
  link: z.string().nullable(),
  createdAt: z.iso.datetime(),
  readAt: z.iso.datetime().nullable(),
});
export type Notice = z.infer<typeof notice>;

/** How many of the reader's notices are unread. */
const unread = z.int().min(0);

export const listNotifications = operation({
  id: 'listNotifications',
  method: 'get',
  path: '/api/notifications',
  offline: true,
  summary: 'What the signed-in person was told, newest first, and how much of it is unread.',
  query: z.object({ ...pageQuery({ usual: 20, most: 50 }) }),
  answer: z.object({ items: z.array(notice), nextCursor: z.string().nullable(), unread }),
});

export const markNotificationRead = operation({
  id: 'markNotificationRead',
  method: 'post',
  path: '/api/notifications/{id}/read',
  summary: 'Marks one of the reader’s own notices as read; one that is read stays as it is.',
  params: z.object({ id: uuid }),
  answer: z.object({ unread }),
  refusals: [commonRefusals.notFound],
});

export const markAllNotificationsRead = operation({
  id: 'markAllNotificationsRead',
  method: 'post',
  path: '/api/notifications/read',
  summary:
    'Marks the reader’s notices as read: with `upTo`, the newest one they were shown, nothing that came after it.',
  body: z.object({ upTo: uuid.optional() }),
  answer: z.object({ unread }),
});

/** A full hour on the person's own clock. */
const hour = z.int().min(0).max(23);
const quiet = z.object({ from: hour, until: hour }).nullable();
const topic = z.enum(noticeTopics);

/** What a person chose about their notices. The bell shows every one. */
export const noticeChoices = z.object({
  /** By mail as it counts now: without a device, some go by mail that otherwise do not (`rules.ts`). */
  topics: z.array(z.object({ topic, email: z.boolean(), push: z.boolean() })),
  /** Whether any device of theirs shows push messages. */
  hasDevice: z.boolean(),
  /** Null: none. */
  quiet,
  /** Whether letters that can wait go together, once a day. */
  digest: z.boolean(),
  /** Why nothing goes by mail whatever they chose, or null. */
  noLetters: z.enum(['kid', 'unproved', 'no-mail']).nullable(),
  /** The key under which a browser subscribes to this community's push messages: VAPID, base64url. */
  pushKey: z.string(),
});
export type NoticeChoices = z.infer<typeof noticeChoices>;

export const readNoticeChoices = operation({
  id: 'readNoticeChoices',
  method: 'get',
  path: '/api/notifications/choices',
  summary: 'Where the signed-in person wants to be told of what, beside the bell, and when not.',
  answer: noticeChoices,
});

export const changeNoticeChoices = operation({
  id: 'changeNoticeChoices',
  method: 'patch',
  path: '/api/notifications/choices',
  summary: 'Changes where the signed-in person is told of what; what is left out stays as it is.',
  body: z.object({
    topics: z
      .array(z.object({ topic, email: z.boolean().optional(), push: z.boolean().optional() }))
      .max(noticeTopics.length)
      .optional(),
    quiet: quiet.refine((hours) => hours?.from !== hours?.until || !hours, 'the same hour twice').optional(),
    digest: z.boolean().optional(),
  }),
  answer: noticeChoices,
});

export const unsubscribeInvalid = {
  code: 'notifications/unsubscribe-invalid',
  status: 404,
} as const satisfies RefusalKind;

const unsubscribeParams = z.object({ token: z.string().max(160) });

export const stopLetters = operation({
  id: 'stopLetters',
  method: 'post',
  path: '/api/notifications/unsubscribe/{token}',
  summary:
    'Stops the letters of the topics that a letter’s link names, without signing in; also for mail programs.',
  params: unsubscribeParams,
  answer: z.object({ topics: z.array(topic) }),
  refusals: [unsubscribeInvalid],
});

export const openStopPage = operation({
  id: 'openStopPage',
  method: 'get',
  path: '/api/notifications/unsubscribe/{token}',
  summary: 'Leads a browser that opens the address of a letter’s header to the page with the button.',
  params: unsubscribeParams,
  answer: z.string(),
});

/** As `PushSubscription.toJSON()` of a browser gives it. */
const device = z.object({
  endpoint: z.url().max(1000),
  keys: z.object({
    p256dh: z.string().regex(/^[A-Za-z0-9_-]{87}$/),
    auth: z.string().regex(/^[A-Za-z0-9_-]{22}$/),
  }),
});

/** The address is not one of a push service on the open internet. */
export const endpointRefused = {
  code: 'notifications/endpoint-refused',
  status: 422,
} as const satisfies RefusalKind;

/** The browser sends its subscription for a person who is not signed in there any more. */
export const deviceOfAnother = {
  code: 'notifications/device-of-another',
  status: 409,
} as const satisfies RefusalKind;

export const addDevice = operation({
  id: 'addDevice',
  method: 'post',
  path: '/api/notifications/devices',
  summary:
    'Has push messages shown in this browser, for as long as the person is signed in there. `person` is who turned them on there: with another person signed in it is refused.',
  body: device.extend({ person: uuid }),
  answer: z.object({ added: z.boolean() }),
  refusals: [endpointRefused, deviceOfAnother],
});

export const removeDevice = operation({
  id: 'removeDevice',
  method: 'post',
  path: '/api/notifications/devices/removal',
  summary: 'Ends push messages in one of the person’s own browsers.',
  body: device.pick({ endpoint: true }),
  answer: z.object({ removed: z.boolean() }),
});

export const tryDevices = operation({
  id: 'tryDevices',
  method: 'post',
  path: '/api/notifications/devices/trial',
  summary: 'Sends a push message to the person’s own devices, to see whether it arrives.',
  answer: z.object({ devices: z.int().min(0) }),
});
