import { knownDeviceDays } from '#features/accounts/rules.ts';
import { readRules } from '#features/classes/set-rules/rules-column.ts';
import { teacherSharePercent } from '#features/payments/contract.ts';
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
import type { KeptDays } from '../rules.ts';

const ownTexts = { es, en, fr, pt, de, ko, zh } satisfies Record<Locale, Record<PolicyName, string>>;

/**
 * The newest version in the asked language; else the administrators' Spanish one, because the product's own text may
 * not be true any more once they have changed it; else the product's own text in the asked language, with the figures
 * that hold now.
 */
export async function readPolicy(
  { db }: Pick<Ctx, 'db'>,
  keptDays: KeptDays,
  { name, locale }: { name: PolicyName; locale: Locale },
): Promise<Policy> {
  const written = await db
    .selectFrom('policyVersions')
    .select(['locale', 'body', 'version', 'createdAt'])
    .where('name', '=', name)
    .where('locale', 'in', [locale, 'es'])
    .orderBy((of) => of('locale', '=', locale), 'desc')
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!written) {
    const { refundedHours } = await readRules({ db });
    const figures: Record<string, string | number> = {
      ...keptDays,
      leads: daysIn(locale, keptDays.leads),
      acts: daysIn(locale, keptDays.acts),
      device: knownDeviceDays,
      refundedHours: hoursIn(locale, refundedHours),
      teacherShare: teacherSharePercent,
    };
    const text = ownTexts[locale][name].replaceAll(/\{\{(\w+)\}\}/g, (_, figure) => String(figures[figure]));
    return { name, locale, text, version: 0, changedAt: null };
  }
  return {
    name,
    locale: written.locale,
    text: written.body,
    // The asked language has no version yet if the text is of another one.
    version: written.locale === locale ? written.version : 0,
    changedAt: written.createdAt.toISOString(),
  };
}

/** Whole years as years: `3 años`, `400 días`. */
const daysIn = (locale: Locale, days: number) =>
  days % 365 === 0 ? inUnit(locale, 'year', days / 365) : inUnit(locale, 'day', days);

/** With the word for hours, which is another one for a single hour. */
const hoursIn = (locale: Locale, hours: number) => inUnit(locale, 'hour', hours);

function inUnit(locale: Locale, unit: 'year' | 'day' | 'hour', figure: number): string {
  const format = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    useGrouping: false,
  });
  return format.format(figure);
}
