import { useTranslation } from 'react-i18next';
import landing from '../landing.module.css';

/** Four benefits, each a short title and a sentence. */
export function BenefitList({ of, keys }: { of: 'clubs' | 'challenge'; keys: readonly string[] }) {
  const { t } = useTranslation('landing');
  return (
    <ul className={landing.benefits}>
      {keys.map((key) => (
        <li key={key}>
          <h3 className={landing.benefitTitle}>{t(`${of}.benefits.${key}.title`)}</h3>
          <p className={landing.benefitText}>{t(`${of}.benefits.${key}.text`)}</p>
        </li>
      ))}
    </ul>
  );
}
