import { z } from 'zod';
import { operation } from '#shared/operation.ts';
import { pageQuery } from '#shared/page-cursor.ts';
import { searchText } from '#shared/text.ts';
import { typedInstant } from '#shared/time/typed-dates.ts';
import { uuid } from '#shared/uuid.ts';

const someone = z.object({ id: uuid, name: z.string() });

/** One act of an administrator, or of a teacher with that right: what, when and why. */
export const auditLine = z.object({
  id: uuid,
  /** `feature.what-was-done`. */
  act: z.string(),
  actor: someone,
  /** The person whom the act concerns. */
  person: someone.nullable(),
  reason: z.string().nullable(),
  /** What changed: values under short English keys. */
  detail: z.record(z.string(), z.unknown()),
  createdAt: z.iso.datetime(),
});
export type AuditLine = z.infer<typeof auditLine>;

const auditPageSize = 50;

/** Filters of the log; a line must match all that are given. */
export const auditFilters = z.object({
  act: z
    .string()
    .regex(/^[a-z]+\.[a-z-]+$/)
    .max(100)
    .optional(),
  actor: uuid.optional(),
  person: uuid.optional(),
  /** Instants: `from` is inclusive, `to` exclusive. */
  from: typedInstant.optional(),
  to: typedInstant.optional(),
  /** Words of the reason, the title, or the name or e-mail address of either person; accents and case are ignored. */
  search: searchText(100).optional(),
});
export type AuditFilters = z.infer<typeof auditFilters>;

export const listAudit = operation({
  id: 'listAudit',
  method: 'get',
  path: '/api/audit',
  summary: 'What administrators did, newest first.',
  query: auditFilters.extend({
    ...pageQuery({ usual: auditPageSize, most: 100 }),
  }),
  answer: z.object({ items: z.array(auditLine), nextCursor: z.string().nullable() }),
});

export const listAuditChoices = operation({
  id: 'listAuditChoices',
  method: 'get',
  path: '/api/audit/choices',
  summary: 'The acts and the people there are in the log, to filter it by.',
  answer: z.object({ acts: z.array(z.string()), actors: z.array(someone) }),
});

export const exportAudit = operation({
  id: 'exportAudit',
  method: 'get',
  path: '/api/audit/log.csv',
  summary: 'The lines that fit as a spreadsheet, newest first; formulas in it are only text.',
  query: auditFilters,
  answer: z.string(),
});
