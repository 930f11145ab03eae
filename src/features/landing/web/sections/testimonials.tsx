import { Badge } from '@mantine/core';
import { IconStarFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { languageName } from '#shared/language-name.ts';
import type { LanguageCode } from '#shared/languages.ts';
import { PersonAvatar } from '#web/shell/person-avatar.tsx';
import { Portrait } from '../drawings/portrait.tsx';
import landing from '../landing.module.css';
import { useLanding } from '../use-landing.ts';
import classes from './testimonials.module.css';

const samples = ['first', 'second'] as const;
const stars = [1, 2, 3, 4, 5];

/**
 * Up to two reviews whose authors agreed and that an administrator chose; in the demo, two examples that are marked as
 * such while there are none. Otherwise nothing.
 */
export function Testimonials() {
  const { t, i18n } = useTranslation('landing');
  const { quotes, links } = useLanding();
  const real = quotes.map((quote, at) => {
    const language = quote.language as LanguageCode | null;
    const place = language ? languageName(language, i18n.resolvedLanguage ?? 'es') : '';
    const { name, words, rating, teacherId, key } = quote;
    const report = `/teachers/${teacherId}?report=${key}`;
    return { sample: samples[at] ?? 'first', report, name, place, words, rating };
  });
  const examples = samples.map((sample) => ({
    sample,
    report: null,
    name: t(`testimonials.${sample}.name`),
    place: t(`testimonials.${sample}.place`),
    words: t(`testimonials.${sample}.quote`),
    rating: 5,
  }));
  const shown = real.length > 0 || !links.examples ? real : examples;
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="testimonials-title" className={landing.section}>
      <h2 id="testimonials-title" className={landing.heading}>
        {t('testimonials.title')}
      </h2>
      <p className={landing.lead}>{t(quotes.length > 0 ? 'testimonials.real' : 'testimonials.note')}</p>
      <div className={classes.quotes}>
        {shown.map(({ sample, report, name, place, words, rating }) => (
          <figure key={sample} className={classes.quote}>
            <div className={classes.top}>
              <span role="img" aria-label={t('testimonials.stars', { rating })} className={classes.stars}>
                {stars.slice(0, rating).map((star) => (
                  <IconStarFilled key={star} aria-hidden />
                ))}
              </span>
              {!report && <Badge color="gray">{t('testimonials.sample')}</Badge>}
            </div>
            <blockquote className={classes.words}>{words}</blockquote>
            <figcaption className={classes.person}>
              {report ? (
                <PersonAvatar person={{ name, image: null }} color="live" size="lg" />
              ) : (
                <Portrait of={sample} label={t('testimonials.portrait', { name })} />
              )}
              <span>
                <strong className={classes.name}>{name}</strong>
                <span className={classes.place}>{place}</span>
              </span>
            </figcaption>
            {report && (
              <a href={report} className={classes.report} aria-label={t('testimonials.report', { name })}>
                {t('testimonials.reportShort')}
              </a>
            )}
          </figure>
        ))}
      </div>
    </section>
  );
}
