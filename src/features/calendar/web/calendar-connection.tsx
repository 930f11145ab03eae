import { Badge, Card, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { IconCalendarEvent, IconCalendarX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useDates } from '#web/i18n/use-dates.ts';
import type { CalendarStatus } from '../contract.ts';
import wrap from './wrap.module.css';

/** Which calendar it is, where classes meet, and when Sumi last wrote to it. */
export function CalendarConnection({ status }: { status: CalendarStatus }) {
  const { t } = useTranslation('calendar');
  const { moment } = useDates();
  const { kind, name, meetings, subscribed, lastSyncedAt, failed } = status;
  const Icon = failed > 0 ? IconCalendarX : IconCalendarEvent;
  return (
    <Card component="section" aria-labelledby="calendar-connection">
      <Group justify="space-between" gap="sm" mb="md">
        <Group gap="sm" wrap="nowrap">
          <Icon size="1.5rem" aria-hidden />
          <Title order={2} size="h3" id="calendar-connection">
            {t(kind === 'google' ? 'admin.google' : 'admin.builtIn')}
          </Title>
        </Group>
        <Badge color={failed > 0 ? 'red' : 'green'}>
          {t(failed > 0 ? 'admin.troubled' : 'admin.working')}
        </Badge>
      </Group>
      <Text c="dimmed">{t(kind === 'google' ? 'admin.googleText' : 'admin.builtInText')}</Text>
      <Text c="dimmed" size="xs" mt={4} mb="md" className={wrap.anywhere}>
        {t('admin.setting', { setting: 'GOOGLE_CALENDAR_ID' })}
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 3 }} component="dl" m={0}>
        <Fact label={t('admin.calendar')}>
          {name ?? t(subscribed ? 'admin.ownAndSubscribed' : 'admin.own')}
        </Fact>
        <Fact label={t('admin.meetings')}>
          {meetings === 'google-meet'
            ? 'Google Meet'
            : meetings === 'jitsi'
              ? 'Jitsi'
              : t('admin.noMeetings')}
        </Fact>
        <Fact label={t('admin.lastSynced')}>{lastSyncedAt ? moment(lastSyncedAt) : t('admin.never')}</Fact>
      </SimpleGrid>
    </Card>
  );
}

function Fact({ label, children }: { label: string; children: string }) {
  return (
    <Stack gap={0} component="div">
      <Text component="dt" size="sm" c="dimmed">
        {label}
      </Text>
      <Text component="dd" m={0} fw={600} className={wrap.anywhere}>
        {children}
      </Text>
    </Stack>
  );
}
