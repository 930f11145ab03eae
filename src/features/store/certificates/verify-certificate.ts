import type { Ctx } from '#server/ctx.ts';
import type { AnswerOf } from '#shared/operation.ts';
import type { verifyCertificate as operation } from '../contract.ts';
import { findCertificate, mayHold } from './find-certificate.ts';

/**
 * The certificate with a code; case, spaces and hyphens in the code are ignored.
 * @throws Refusal notFound
 */
export async function verifyCertificate(ctx: Ctx, code: string): Promise<AnswerOf<typeof operation>> {
  const { userId, issuedAt, ...certificate } = await findCertificate(ctx, code);
  return { ...certificate, issuedAt: issuedAt.toISOString(), own: mayHold(ctx, userId) };
}
