import { Badge, Card } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useDates } from '#web/i18n/use-dates.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import styles from './people.module.css';
import type { PeopleShown } from './people-table.tsx';
import { Holdings, Marks, PlanEnd } from './person-marks.tsx';
import { PersonMenu } from './person-menu.tsx';
import { PersonName } from './person-name.tsx';

/** The people as cards, on a phone. */
export function PeopleCards({ people, onOpen, onRole }: PeopleShown) {
  const { t } = useTranslation('people');
  const { number } = useFigures();
  const { shortDay: day } = useDates();
  return (
    <ul className={styles.cards} aria-label={t('page.title')}>
      {people.map((person) => (
        <Card key={person.id} component="li" padding="md" className={styles.card}>
          <span className={styles.cardHead}>
            <PersonName person={person} onOpen={onOpen} />
            <PersonMenu person={person} onOpen={onOpen} onRole={onRole} />
          </span>
          <span className={styles.marks}>
            {person.role !== 'student' && <Badge color="teach">{t(`roles.${person.role}`)}</Badge>}
            <Holdings person={person} />
            <Marks person={person} />
            <PlanEnd person={person} />
          </span>
          <dl className={styles.brief}>
            <div>
              <dt>{t('columns.attended')}</dt>
              <dd>{number(person.classesAttended)}</dd>
            </div>
            <div>
              <dt>{t('columns.coins')}</dt>
              <dd>{number(person.coins)}</dd>
            </div>
            <div>
              <dt>{t('columns.since')}</dt>
              <dd>
                <time dateTime={person.memberSince}>{day(person.memberSince)}</time>
              </dd>
            </div>
          </dl>
        </Card>
      ))}
    </ul>
  );
}
