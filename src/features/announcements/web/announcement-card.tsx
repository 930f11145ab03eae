import { Card, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDates } from '#web/i18n/use-dates.ts';
import { LinkedText } from '#web/ui/written-text/linked-text.tsx';
import type { Announcement } from '../contract.ts';
import styles from './announcements.module.css';

/** One announcement: its title, its words, who wrote it and when. */
export function AnnouncementCard({
  announcement: { title, words, author: name, postedAt },
  acts,
  children,
}: {
  announcement: Announcement;
  /** What the reader can do with it. */
  acts?: ReactNode;
  /** What stands below it for administrators. */
  children?: ReactNode;
}) {
  const { t } = useTranslation('announcements');
  const { moment } = useDates();
  return (
    <Card component="article">
      <Stack gap="xs">
        <Group justify="space-between" align="start" wrap="nowrap" gap="sm">
          <Title order={2} size="h3" className={styles.title}>
            {title}
          </Title>
          {acts}
        </Group>
        <LinkedText text={words} />
        <Text size="sm" c="dimmed">
          {t('page.by', { name, moment: moment(postedAt) })}
        </Text>
        {children}
      </Stack>
    </Card>
  );
}
