import { useTranslation } from 'react-i18next';
import { tierLooks } from '#features/memberships/web/tier-badge.tsx';
import { tiers } from '#shared/actor.ts';
import { languages } from '#shared/languages.ts';
import { languageName } from '#web/i18n/language-name.ts';
import { LanguageFlag } from '#web/ui/language-flag.tsx';
import { classColour } from '../class-colour.ts';
import styles from './class-legend.module.css';

/** What the calendar's signs and colours mean. */
export function ClassLegend() {
  const { t, i18n } = useTranslation(['classes', 'shell']);
  return (
    <dl className={styles.legend} aria-label={t('legend.label')}>
      <dt>{t('legend.tiers')}</dt>
      <dd>
        <ul>
          {tiers.map((tier) => {
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
          {languages.map(({ code }) => (
            <li key={code}>
              <Swatch language={code} />
              <LanguageFlag language={code} size="sm" />
              {languageName(code, i18n.language)}
            </li>
          ))}
          <li>
            <Swatch language={null} />
            {t('anyLanguage')}
          </li>
          <li>
            <Swatch language={null} audience="kid" />
            {t('legend.kids')}
          </li>
        </ul>
      </dd>
    </dl>
  );
}

function Swatch({ language, audience }: { language: string | null; audience?: 'kid' }) {
  return (
    <span className={styles.swatch} style={classColour({ language })} data-audience={audience} aria-hidden />
  );
}
