import { Badge } from '@mantine/core';
import { IconStarFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import landing from './landing.module.css';
import { Portrait } from './portrait.tsx';
import classes from './testimonials.module.css';

const samples = ['first', 'second'] as const;
const stars = [1, 2, 3, 4, 5];

/** Two samples, marked as such: real reviews take their place when there are some. */
export function Testimonials() {
  const { t } = useTranslation('landing');
  return (
    <section aria-labelledby="testimonials-title" className={landing.section}>
      <h2 id="testimonials-title" className={landing.heading}>
        {t('testimonials.title')}
      </h2>
      <p className={landing.lead}>{t('testimonials.note')}</p>
      <div className={classes.quotes}>
        {samples.map((sample) => (
          <figure key={sample} className={classes.quote}>
            <div className={classes.top}>
              <span role="img" aria-label={t('testimonials.stars')} className={classes.stars}>
                {stars.map((star) => (
                  <IconStarFilled key={star} aria-hidden />
                ))}
              </span>
              <Badge color="gray">{t('testimonials.sample')}</Badge>
            </div>
            <blockquote className={classes.words}>{t(`testimonials.${sample}.quote`)}</blockquote>
            <figcaption className={classes.person}>
              <Portrait
                of={sample}
                label={t('testimonials.portrait', { name: t(`testimonials.${sample}.name`) })}
              />
              <span>
                <strong className={classes.name}>{t(`testimonials.${sample}.name`)}</strong>
                <span className={classes.place}>{t(`testimonials.${sample}.place`)}</span>
              </span>
            </figcaption>
          </figure>
        ))}
      </div>
    </section>
  );
}
