import { useTranslation } from 'react-i18next';
import { FeatureDrawing } from '../drawings/feature-drawing.tsx';
import landing from '../landing.module.css';
import classes from './features.module.css';

const features = ['live', 'community', 'practice', 'rewards'] as const;

/** Four feature cards, each with a drawing of the drop. */
export function Features() {
  const { t } = useTranslation('landing');
  return (
    <section className={landing.section} aria-labelledby="features-title">
      <h2 id="features-title" className={landing.heading}>
        {t('features.title')}
      </h2>
      <p className={landing.lead}>{t('features.text')}</p>
      <div className={classes.cards}>
        {features.map((feature) => (
          <article key={feature} className={classes.card} data-feature={feature}>
            <FeatureDrawing feature={feature} />
            <h3 className={classes.title}>{t(`features.${feature}.title`)}</h3>
            <p className={classes.text}>{t(`features.${feature}.text`)}</p>
          </article>
        ))}
      </div>
    </section>
  );
}
