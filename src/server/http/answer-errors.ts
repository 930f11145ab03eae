import type { Hook } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { routePath } from 'hono/route';
import {
  commonRefusals,
  Refusal,
  type RefusalAnswer,
  type RefusalDetail,
  type RefusalKind,
} from '#shared/refusal.ts';
import { errorCode } from '../db/error-code.ts';
import { isAway } from '../db/is-away.ts';
import { noteSecurity } from '../note-security.ts';
import type { ApiEnv } from './api-env.ts';
import { refusalMessage } from './refusal-message.ts';

/** PostgreSQL saying that a text or number cannot be what it should be: the caller's mistake. */
const unreadable = new Set(['22021', '22P02', '22P05', '22003', '22007', '22008', '23514']);

/** Turns whatever was thrown into an answer: rules as they are, faults as a bare 500 or 503. */
export function answerError(error: Error, c: Context<ApiEnv>): Response {
  if (error instanceof Refusal) {
    if (error.code === commonRefusals.notAllowed.code) noteNotAllowed(c);
    return answerRefusal(c, error, error.detail);
  }
  if (error instanceof HTTPException && error.status < 500) return answerRefusal(c, commonRefusals.badInput);
  const code = errorCode(error);
  if (code && unreadable.has(code)) {
    c.get('ctx')?.log.warn(
      { err: error, requestId: c.get('requestId') },
      'the database refused what validation let pass',
    );
    return answerRefusal(c, commonRefusals.badInput);
  }
  if (isAway(error)) {
    c.get('ctx')?.log.error({ err: error, requestId: c.get('requestId') }, 'the database is away');
    return answerRefusal(c, commonRefusals.busy);
  }
  c.get('ctx')?.log.error({ err: error, requestId: c.get('requestId') }, 'a request failed');
  return answerRefusal(c, commonRefusals.broken);
}

/** Our pages offer nothing that the server would refuse for lack of rights, so each of these is worth a line. */
function noteNotAllowed(c: Context<ApiEnv>): void {
  const { log, actor } = c.get('ctx');
  if (actor.kind !== 'member') return;
  const asked = `${c.req.method} ${routePath(c)}`;
  noteSecurity(log, 'not-allowed', { asked, userId: actor.userId }, 'an act beyond the rights of its actor');
}

/** Answers a refusal; `unknown` is the message of a code that the catalogue has no text for. */
export function answerRefusal(
  c: Context<ApiEnv>,
  { code, status }: RefusalKind,
  detail?: RefusalDetail,
  unknown = code,
): Response {
  if (status === 503) c.header('Retry-After', '2');
  // The middleware that refused has set the header or named the seconds; otherwise a minute.
  if (status === 429 && !c.res.headers.has('Retry-After'))
    c.header('Retry-After', String(detail?.seconds ?? 60));
  const message = refusalMessage(code, detail) ?? unknown;
  const body: RefusalAnswer = { code, message, requestId: c.get('requestId'), ...(detail && { detail }) };
  return c.json(body, status as 400);
}

/** Input that does not fit its schema: says which field and why, changes nothing. */
export const refuseBadInput: Hook<unknown, ApiEnv, string, unknown> = (result, c) => {
  if (result.success) return;
  const issue = result.error.issues[0];
  const field = issue?.path.join('.') ?? '';
  return answerRefusal(c, commonRefusals.badInput, { field, problem: issue?.message ?? '' });
};
