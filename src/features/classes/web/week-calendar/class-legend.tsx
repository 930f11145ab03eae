import { useTranslation } from 'react-i18next';
import { tierLooks } from '#features/memberships/web/tier-badge.tsx';
import { tiers } from '#shared/actor.ts';
import { LanguageFlag } from '#web/ui/language-flag.tsx';
import type { ManagedClass } from '../../contract.ts';
import { useLanguageLabel } from '../browse/language-tag.tsx';
import { classColour } from './class-colour.ts';
import styles from './class-legend.module.css';

type Shown = Pick<ManagedClass, 'requiredTier' | 'language' | 'targetAudience'>;

/** Explains the icons and colours of the classes that the calendar shows. Without classes there is no legend. */
export function ClassLegend({ classes }: { classes: readonly Shown[] }) {
  const { t } = useTranslation(['classes', 'shell']);
  const labelOf = useLanguageLabel();
  if (classes.length === 0) return null;
  const shownTiers = tiers.filter((tier) => classes.some(({ requiredTier }) => requiredTier === tier));
  const taught = [...new Map(classes.map((shown) => [labelOf(shown), shown])).entries()].sort();
  return (
    <dl className={styles.legend} aria-label={t('legend.label')}>
      <dt>{t('legend.tiers')}</dt>
      <dd>
        <ul>
          {shownTiers.map((tier) => {
            const { Icon } = tierLooks[tier];
            return (
              <li key={tier}>
                <Icon className={styles.tier} aria-hidden />
                {t(`shell:tiers.${tier}`)}
              </li>
            );
          })}
        </ul>
      </dd>
      <dt>{t('legend.languages')}</dt>
      <dd>
        <ul>
          {taught.map(([label, shown]) => (
            <li key={label}>
              <span
                className={styles.swatch}
                style={classColour(shown)}
                data-audience={shown.targetAudience}
                aria-hidden
              />
              {shown.language && <LanguageFlag language={shown.language} size="sm" />}
              {label}
            </li>
          ))}
        </ul>
      </dd>
    </dl>
  );
}
