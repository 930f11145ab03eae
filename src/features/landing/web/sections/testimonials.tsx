import { Avatar, Badge } from '@mantine/core';
import { IconStarFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { LanguageCode } from '#shared/languages.ts';
import { languageName } from '#web/i18n/language-name.ts';
import { Portrait } from '../drawings/portrait.tsx';
import landing from '../landing.module.css';
import { useLanding } from '../use-landing.ts';
import classes from './testimonials.module.css';

const samples = ['first', 'second'] as const;
const stars = [1, 2, 3, 4, 5];

/** Two reviews whose authors agreed to be quoted; until there are two, two examples that are marked as such. */
export function Testimonials() {
  const { t, i18n } = useTranslation('landing');
  const { quotes } = useLanding();
  const shown = samples.map((sample, at) => {
    const quote = quotes[at];
    if (!quote) {
      return {
        sample,
        isReal: false,
        name: t(`testimonials.${sample}.name`),
        place: t(`testimonials.${sample}.place`),
        words: t(`testimonials.${sample}.quote`),
        rating: 5,
      };
    }
    const language = quote.language as LanguageCode | null;
    const place = language ? languageName(language, i18n.resolvedLanguage ?? 'es') : '';
    return { sample, isReal: true, name: quote.name, place, words: quote.words, rating: quote.rating };
  });
  return (
    <section aria-labelledby="testimonials-title" className={landing.section}>
      <h2 id="testimonials-title" className={landing.heading}>
        {t('testimonials.title')}
      </h2>
      <p className={landing.lead}>{t(quotes.length > 0 ? 'testimonials.real' : 'testimonials.note')}</p>
      <div className={classes.quotes}>
        {shown.map(({ sample, isReal, name, place, words, rating }) => (
          <figure key={sample} className={classes.quote}>
            <div className={classes.top}>
              <span role="img" aria-label={t('testimonials.stars', { rating })} className={classes.stars}>
                {stars.slice(0, rating).map((star) => (
                  <IconStarFilled key={star} aria-hidden />
                ))}
              </span>
              {!isReal && <Badge color="gray">{t('testimonials.sample')}</Badge>}
            </div>
            <blockquote className={classes.words}>{words}</blockquote>
            <figcaption className={classes.person}>
              {isReal ? (
                <Avatar name={name} color="live" size="lg" aria-hidden />
              ) : (
                <Portrait of={sample} label={t('testimonials.portrait', { name })} />
              )}
              <span>
                <strong className={classes.name}>{name}</strong>
                <span className={classes.place}>{place}</span>
              </span>
            </figcaption>
          </figure>
        ))}
      </div>
    </section>
  );
}
