import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { languageName } from '#shared/language-name.ts';
import { countryIn } from '#shared/places/countries.ts';
import { zoneCity } from '#shared/time/zone-city.ts';
import { enumerate } from '#web/i18n/enumerate.ts';
import { useDates } from '#web/i18n/use-dates.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import type { PersonDetail } from '../contract.ts';
import styles from './people.module.css';

/** A person's facts; those without a value are left out. */
export function PersonFacts({ person }: { person: PersonDetail }) {
  const { t, i18n } = useTranslation(['people', 'shell']);
  const { number } = useFigures();
  const { shortDay: day } = useDates();
  const { guardian } = person;
  const facts: [name: string, value: ReactNode][] = [
    [
      t('columns.since'),
      <time key="since" dateTime={person.memberSince}>
        {day(person.memberSince)}
      </time>,
    ],
    [t('columns.coins'), number(person.coins)],
    [t('columns.attended'), number(person.classesAttended)],
    [t('facts.streak'), t('facts.days', { count: person.streakDays, figure: number(person.streakDays) })],
    [t('facts.videos'), number(person.totalVideosWatched)],
    [
      t('facts.practice'),
      t('facts.minutes', { count: person.totalLearningMinutes, figure: number(person.totalLearningMinutes) }),
    ],
    [t('facts.tierUntil'), person.tierUntil && day(person.tierUntil)],
    [t('facts.ageGroup'), t(`ageGroups.${person.ageGroup}`)],
    [
      t('facts.guardian'),
      guardian?.email ? (
        <Anchor key="guardian" href={`mailto:${guardian.email}`} inherit>
          {guardian.email}
        </Anchor>
      ) : null,
    ],
    [
      t('facts.consent'),
      guardian && t(`consents.${guardian.consent}`, { day: guardian.since && day(guardian.since) }),
    ],
    [
      t('facts.languages'),
      enumerate(
        person.languages.map((code) => languageName(code, i18n.language)),
        i18n.language,
        'list',
      ),
    ],
    [t('facts.level'), person.level && t(`shell:levels.${person.level}`, { defaultValue: person.level })],
    [t('facts.country'), person.country && countryIn(i18n.language, person.country)],
    [t('facts.zone'), person.zone && zoneCity(person.zone, i18n.language)],
    [t('facts.teaches'), person.teaches && t(`teaches.${person.teaches}`)],
    [t('facts.sessions'), number(person.openSessions)],
    ...Object.entries(person.handles).map(([platform, handle]): [string, ReactNode] => [
      t(`platforms.${platform}`, { defaultValue: platform }),
      handle,
    ]),
  ];
  return (
    <dl className={styles.facts}>
      {facts
        .filter(([, value]) => value !== null && value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
