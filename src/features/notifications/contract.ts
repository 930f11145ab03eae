import { z } from 'zod';
import { operation } from '#shared/operation.ts';
import { cursorInput } from '#shared/page-cursor.ts';
import { commonRefusals } from '#shared/refusal.ts';

/** A notice. It carries a kind and the values for a text that the browser has in the reader's language. */
export const notice = z.object({
  id: z.uuid(),
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
  summary: 'What the signed-in person was told, newest first, and how much of it is unread.',
  query: z.object({ cursor: cursorInput, limit: z.coerce.number().int().min(1).max(50).default(20) }),
  answer: z.object({ items: z.array(notice), nextCursor: z.string().nullable(), unread }),
});

export const markNotificationRead = operation({
  id: 'markNotificationRead',
  method: 'post',
  path: '/api/notifications/{id}/read',
  summary: 'Marks one of the reader’s own notices as read; one that is read stays as it is.',
  params: z.object({ id: z.uuid() }),
  answer: z.object({ unread }),
  refusals: [commonRefusals.notFound],
});

export const markAllNotificationsRead = operation({
  id: 'markAllNotificationsRead',
  method: 'post',
  path: '/api/notifications/read',
  summary:
    'Marks the reader’s notices as read: with `upTo`, the newest one they were shown, nothing that came after it.',
  body: z.object({ upTo: z.uuid().optional() }),
  answer: z.object({ unread }),
});
