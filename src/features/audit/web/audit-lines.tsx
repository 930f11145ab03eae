import { Anchor, Card, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { personAddress } from '#features/accounts/rules.ts';
import { groupBy } from '#shared/group-by.ts';
import { useReaderZone } from '#web/i18n/reader-zone.ts';
import { useDates } from '#web/i18n/use-dates.ts';
import type { AuditLine } from '../contract.ts';
import { actWords, detailWords } from './act-words.ts';
import styles from './audit.module.css';

/** What was done, each in words, under the day it was done on. */
export function AuditLines({ lines }: { lines: readonly AuditLine[] }) {
  const { weekday } = useDates();
  const byDay = groupBy(lines, ({ createdAt }) => weekday(createdAt));
  return [...byDay].map(([date, ofTheDay]) => (
    <section key={date} aria-label={date}>
      <h2 className={styles.day}>{date}</h2>
      <Card component="ul" padding="md" className={styles.lines}>
        {ofTheDay.map((line) => (
          <Line key={line.id} line={line} />
        ))}
      </Card>
    </section>
  ));
}

function Line({ line }: { line: AuditLine }) {
  const { t, i18n } = useTranslation('audit');
  const { act, actor, person, reason, detail, createdAt } = line;
  const { time } = useDates();
  const zone = useReaderZone();
  const { name: _asItWasThen, ...rest } = detail;
  const details = detailWords(person ? rest : detail, i18n, zone);
  return (
    <li className={styles.line}>
      <time dateTime={createdAt} className={styles.time}>
        {time(createdAt)}
      </time>
      <div className={styles.words}>
        <span>
          <strong>{actWords(act, i18n)}</strong>
          {person && (
            <>
              {' · '}
              <Anchor component={Link} to={personAddress(person.id)}>
                {person.name}
              </Anchor>
            </>
          )}
        </span>
        {details.length > 0 && (
          <span className={styles.details}>
            {details.map(({ name, value }) => (
              <span key={name}>
                {name}: <b>{value}</b>
              </span>
            ))}
          </span>
        )}
        {reason && <Text component="q">{reason}</Text>}
        <Text size="sm" c="dimmed">
          {t('page.by', { name: actor.name })}
        </Text>
      </div>
    </li>
  );
}
