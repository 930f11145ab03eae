import type { Ctx } from '#server/ctx.ts';
import type { Locale } from '#shared/locales.ts';
import type { Policy, PolicyName } from '../contract.ts';
import de from '../policy-texts/de.json' with { type: 'json' };
import en from '../policy-texts/en.json' with { type: 'json' };
import es from '../policy-texts/es.json' with { type: 'json' };
import fr from '../policy-texts/fr.json' with { type: 'json' };
import ko from '../policy-texts/ko.json' with { type: 'json' };
import pt from '../policy-texts/pt.json' with { type: 'json' };
import zh from '../policy-texts/zh.json' with { type: 'json' };

const ownTexts = { es, en, fr, pt, de, ko, zh } satisfies Record<Locale, Record<PolicyName, string>>;

/**
 * The newest version in the asked language; else the administrators' Spanish one, because the product's own text may
 * not be true any more once they have changed it; else the product's own text in the asked language.
 */
export async function readPolicy(
  { db }: Pick<Ctx, 'db'>,
  { name, locale }: { name: PolicyName; locale: Locale },
): Promise<Policy> {
  const written = await db
    .selectFrom('policyVersions')
    .select(['locale', 'body', 'createdAt'])
    .where('name', '=', name)
    .where('locale', 'in', [locale, 'es'])
    .orderBy((of) => of('locale', '=', locale), 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!written) return { name, locale, text: ownTexts[locale][name], changedAt: null };
  return { name, locale: written.locale, text: written.body, changedAt: written.createdAt.toISOString() };
}
