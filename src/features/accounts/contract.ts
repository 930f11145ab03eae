import { z } from 'zod';
import { ageGroups, roles, tiers } from '#shared/actor.ts';
import { operation } from '#shared/operation.ts';

/** What the signed-in person's own screens need to know of them. */
export const account = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  image: z.string().nullable(),
  role: z.enum(roles),
  verifiedTeacher: z.boolean(),
  tier: z.enum(tiers),
  ageGroup: z.enum(ageGroups),
  languages: z.array(z.string()),
  zone: z.string(),
  locale: z.string(),
  createdAt: z.iso.datetime(),
});
export type Account = z.infer<typeof account>;

export const readAccount = operation({
  id: 'readAccount',
  method: 'get',
  path: '/api/accounts/me',
  summary: 'Who is signed in, or null for a visitor.',
  answer: z.object({ account: account.nullable() }),
});

export const listDemoSignIns = operation({
  id: 'listDemoSignIns',
  method: 'get',
  path: '/api/accounts/demo-sign-ins',
  summary: 'The sign-ins of the demo community; empty wherever real people live.',
  answer: z.object({
    signIns: z.array(z.object({ role: z.enum(roles), email: z.string(), password: z.string() })),
  }),
});

/**
 * The sign-in flows under `/api/auth` that are open, and what they are for; the library behind them has
 * more, and whatever is not listed here answers 404.
 */
export const openAuthPaths = [
  'POST /sign-up/email',
  'POST /sign-in/email',
  'POST /sign-out',
  'GET /get-session',
  'GET /list-sessions',
  'POST /revoke-session',
  'POST /revoke-sessions',
  'POST /revoke-other-sessions',
  'POST /change-password',
] as const;

/** A password is never longer: hashing takes time, and nobody types more. */
export const passwordMaxLength = 128;
