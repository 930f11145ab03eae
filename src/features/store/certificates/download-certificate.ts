import type { Ctx } from '#server/ctx.ts';
import { memberOf } from '#shared/actor.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import { paperLocaleFor } from './certificate-words.ts';
import { drawCertificate } from './draw-certificate.ts';
import { findCertificate, mayHold } from './find-certificate.ts';

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
  const { userId, ...certificate } = await findCertificate(ctx, code);
  if (!mayHold(ctx, userId)) throw new Refusal(commonRefusals.notAllowed);
  const address = `${site.replace(/\/$/, '')}/certificates/${certificate.code}`;
  return {
    content: await drawCertificate({ ...certificate, address, locale: paperLocaleFor(locale) }),
    fileName: `sumi-${certificate.code}.pdf`,
  };
}
