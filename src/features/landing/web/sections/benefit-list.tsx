import { useTranslation } from 'react-i18next';
import landing from '../landing.module.css';

type Benefit =
  | `clubs.benefits.${'small' | 'level' | 'host' | 'daily'}`
  | `challenge.benefits.${'count' | 'clear' | 'prizes' | 'again'}`;

/** Benefits by the keys of their texts, each a short title and a sentence. */
export function BenefitList({ benefits }: { benefits: readonly Benefit[] }) {
  const { t } = useTranslation('landing');
  return (
    <ul className={landing.benefits}>
      {benefits.map((benefit) => (
        <li key={benefit}>
          <h3 className={landing.benefitTitle}>{t(`${benefit}.title`)}</h3>
          <p className={landing.benefitText}>{t(`${benefit}.text`)}</p>
        </li>
      ))}
    </ul>
  );
}
