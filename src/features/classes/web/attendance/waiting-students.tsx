import { Avatar, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useDates } from '#web/i18n/use-dates.ts';
import type { Roster } from '../../contract.ts';
import styles from './roll-call.module.css';

/** The students who wait for a seat, the one who is next first. */
export function WaitingStudents({ people }: { people: Roster['waiting'] }) {
  const { t } = useTranslation('classes');
  const { nearMoment } = useDates();
  if (people.length === 0) return null;
  return (
    <Stack gap="xs">
      <Text size="sm" fw={700}>
        {t('wait.list', { count: people.length })}
      </Text>
      <ol className={styles.people} aria-label={t('wait.list', { count: people.length })}>
        {people.map(({ userId, name, image, offeredUntil }, at) => (
          <li key={userId} className={styles.person}>
            <span className={styles.left}>
              <Avatar src={image} alt="" aria-hidden radius="xl" size="2rem" color="brand">
                {name.charAt(0).toUpperCase()}
              </Avatar>
              <span className={styles.words}>
                <span className={styles.name}>
                  {at + 1}. {name}
                </span>
                {offeredUntil && (
                  <Text component="span" size="sm" c="dimmed">
                    {t('wait.offeredTo', { until: nearMoment(offeredUntil) })}
                  </Text>
                )}
              </span>
            </span>
          </li>
        ))}
      </ol>
    </Stack>
  );
}
