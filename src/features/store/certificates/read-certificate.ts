import type { Ctx } from '#server/ctx.ts';
import { isAdmin, memberOf } from '#shared/actor.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import type { verifyCertificate as operation } from '../contract.ts';
import { plainCode } from '../rules.ts';
import { paperLocaleFor } from './certificate-words.ts';
import { drawCertificate } from './draw-certificate.ts';

/**
 * The certificate with a code; case, spaces and hyphens in the code are ignored.
 * @throws Refusal notFound
 */
export async function verifyCertificate(ctx: Ctx, code: string): Promise<AnswerOf<typeof operation>> {
  const { userId, issuedAt, ...certificate } = await find(ctx, code);
  return { ...certificate, issuedAt: issuedAt.toISOString(), own: mayHold(ctx, userId) };
}

/**
 * The certificate as a PDF, for its owner and administrators, in a language whose letters its typeface has. `site` is
 * the address of this product.
 * @throws Refusal signInFirst, notFound, notAllowed
 */
export async function downloadCertificate(
  ctx: Ctx,
  { code, locale, site }: { code: string; locale: string; site: string },
): Promise<{ content: Buffer; fileName: string }> {
  memberOf(ctx.actor);
  const { userId, ...certificate } = await find(ctx, code);
  if (!mayHold(ctx, userId)) throw new Refusal(commonRefusals.notAllowed);
  const address = `${site.replace(/\/$/, '')}/certificates/${certificate.code}`;
  return {
    content: await drawCertificate({ ...certificate, address, locale: paperLocaleFor(locale) }),
    fileName: `sumi-${certificate.code}.pdf`,
  };
}

const mayHold = ({ actor }: Ctx, owner: string) =>
  isAdmin(actor) || (actor.kind === 'member' && actor.userId === owner);

async function find({ db }: Ctx, typed: string) {
  const row = await db
    .selectFrom('certificates')
    .innerJoin('shownPeople as issuer', 'issuer.id', 'certificates.issuedBy')
    .select(['code', 'shownName', 'language', 'level', 'issuedAt', 'issuer.name as issuedBy', 'userId'])
    .where('code', '=', plainCode(typed))
    .executeTakeFirst();
  if (!row) throw new Refusal(commonRefusals.notFound);
  return row;
}
