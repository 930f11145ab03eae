import { Badge, Button, Card, Group, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconCheck, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { useDates } from '#web/i18n/use-dates.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import { useNamed } from '#web/i18n/use-named.ts';
import { useAct } from '#web/ui/forms/use-act.ts';
import { type CalendarStatus, retryCalendar, syncClass } from '../contract.ts';
import wrap from './wrap.module.css';

type Waiting = CalendarStatus['classes'][number];

/** The classes that the calendar does not show yet, failed ones first, each with a button to retry. */
export function WaitingClasses({ status }: { status: CalendarStatus }) {
  const { t } = useTranslation('calendar');
  const { number } = useFigures();
  const everything = useAct(() => call(retryCalendar, {}), {
    stale: ['calendar'],
    done: ({ tried }) => [t('admin.trying'), t('admin.tried', { count: tried, n: number(tried) })],
    failed: t('admin.tryFailed'),
  });
  const { waiting, failed, classes } = status;
  const others = waiting - classes.length;
  return (
    <Card component="section" aria-labelledby="calendar-waiting">
      <Group justify="space-between" gap="sm" mb="md">
        <Title order={2} size="h3" id="calendar-waiting">
          {t('admin.waitingTitle')}
        </Title>
        {waiting > 0 && (
          <Button
            variant="default"
            leftSection={<IconRefresh size="1.25rem" aria-hidden />}
            loading={everything.isPending}
            onClick={() => everything.mutate()}
          >
            {t('admin.retryAll')}
          </Button>
        )}
      </Group>
      {waiting === 0 ? (
        <Group gap="sm" wrap="nowrap">
          <ThemeIcon color="green" variant="light" size="lg" radius="xl">
            <IconCheck size="1.25rem" aria-hidden />
          </ThemeIcon>
          <Text>
            <strong>{t('admin.nothing')}</strong> · {t('admin.nothingText')}
          </Text>
        </Group>
      ) : (
        <Stack gap="md">
          <Text>
            {t('admin.waiting', { count: waiting, n: number(waiting) })}
            {failed > 0 && ` · ${t('admin.failures', { count: failed, n: number(failed) })}`}
          </Text>
          {classes.map((liveClass) => (
            <WaitingClass key={liveClass.id} liveClass={liveClass} />
          ))}
          {others > 0 && (
            <Text size="sm" c="dimmed">
              {t('admin.others', { count: others, n: number(others) })}
            </Text>
          )}
        </Stack>
      )}
    </Card>
  );
}

function WaitingClass({ liveClass }: { liveClass: Waiting }) {
  const { t } = useTranslation('calendar');
  const named = useNamed();
  const { number } = useFigures();
  const { moment, nearMoment } = useDates();
  const again = useAct(() => call(syncClass, { params: { id: liveClass.id } }), {
    stale: ['calendar'],
    done: [t('admin.trying'), liveClass.title],
    failed: t('admin.tryFailed'),
  });
  const { title, startsAt, teacherName, attempts, error, nextAttemptAt } = liveClass;
  // Every class of a series has its title.
  const which = `${title}, ${nearMoment(startsAt)}`;
  return (
    <Group component="article" justify="space-between" gap="sm" aria-label={which}>
      <Stack gap={0} miw={0} flex="1 1 16rem">
        <Group gap="xs">
          <Text fw={600} className={wrap.anywhere}>
            {title}
          </Text>
          <Badge color={error ? 'red' : 'gray'}>
            {t(error ? 'admin.classFailed' : 'admin.classWaiting')}
          </Badge>
        </Group>
        <Text size="sm" c="dimmed">
          {nearMoment(startsAt)} · {teacherName}
        </Text>
        {attempts > 0 && (
          <Text size="sm" c="dimmed">
            {t('admin.attempts', { count: attempts, n: number(attempts) })}
            {nextAttemptAt && ` · ${t('admin.next', { moment: moment(nextAttemptAt) })}`}
          </Text>
        )}
        {error && (
          <Text size="sm" className={wrap.anywhere}>
            {error}
          </Text>
        )}
      </Stack>
      <Button
        variant="default"
        loading={again.isPending}
        aria-label={named(t('admin.retry'), which)}
        onClick={() => again.mutate()}
      >
        {t('admin.retry')}
      </Button>
    </Group>
  );
}
