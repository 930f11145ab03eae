import type { Ctx } from '#server/ctx.ts';
import { isAdmin } from '#shared/actor.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import { plainCode } from '../rules.ts';

/** Whether the reader holds a certificate of that person: its owner and administrators do. */
export const mayHold = ({ actor }: Ctx, owner: string) =>
  isAdmin(actor) || (actor.kind === 'member' && actor.userId === owner);

/** The certificate whose code was typed. @throws Refusal notFound */
export async function findCertificate({ db }: Ctx, typed: string) {
  const row = await db
    .selectFrom('certificates')
    .innerJoin('shownPeople as issuer', 'issuer.id', 'certificates.issuedBy')
    .select(['code', 'shownName', 'language', 'level', 'issuedAt', 'issuer.name as issuedBy', 'userId'])
    .where('code', '=', plainCode(typed))
    .executeTakeFirst();
  if (!row) throw new Refusal(commonRefusals.notFound);
  return row;
}
