import { Anchor, Badge, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useDates } from '#web/i18n/use-dates.ts';
import type { ReportedThing } from '../contract.ts';
import type { Outcome } from '../rules.ts';
import styles from './reports.module.css';

/** Something that was reported, with what people said and, while it is open, the two answers. */
export function ReportedCard({
  thing,
  busy,
  onSettle,
}: {
  thing: ReportedThing;
  busy: boolean;
  onSettle: (outcome: Outcome) => void;
}) {
  const { t } = useTranslation('reports');
  const { moment } = useDates();
  const { kind, subject, title, link, isShown, canHide, status, settledAt, settledBy, count, reports } =
    thing;
  const name = title ?? t('admin.gone');
  return (
    <Card component="article" aria-labelledby={`reported-${subject}`}>
      <Stack>
        <Group gap="xs">
          <Badge color="gray">{t(`kinds.${kind}`)}</Badge>
          <Badge color={isShown ? 'teach' : 'gray'}>{t(isShown ? 'admin.shown' : 'admin.notShown')}</Badge>
          {status !== 'open' && (
            <Badge color={status === 'upheld' ? 'red' : 'gray'}>{t(`admin.outcome.${status}`)}</Badge>
          )}
        </Group>
        <Title order={2} size="h4" id={`reported-${subject}`} className={styles.title} lineClamp={3}>
          {link ? (
            <Anchor component={Link} to={link} c="inherit" inherit underline="always">
              {name}
            </Anchor>
          ) : (
            name
          )}
        </Title>
        <Text fw={700}>{t('admin.count', { count })}</Text>
        <ul className={styles.said}>
          {reports.map(({ id, reason, words, by, createdAt }) => (
            <li key={id}>
              <Text fw={700} size="sm">
                {t(`reasons.${reason}`)}
              </Text>
              {words && <blockquote className={styles.words}>{words}</blockquote>}
              <Text size="sm" c="dimmed">
                {t('admin.by', { name: by, moment: moment(createdAt) })}
              </Text>
            </li>
          ))}
        </ul>
        {settledAt && (
          <Text size="sm" c="dimmed">
            {t('admin.settled', { name: settledBy ?? t('admin.someone'), moment: moment(settledAt) })}
          </Text>
        )}
        {status === 'open' && (
          <Group gap="sm">
            <Button
              variant="default"
              disabled={busy}
              aria-label={t('admin.dismissThis', { title: name })}
              onClick={() => onSettle('dismissed')}
            >
              {t('admin.dismiss')}
            </Button>
            <Button
              color="red"
              variant="light"
              loading={busy}
              aria-label={t(canHide ? 'admin.hideThis' : 'admin.handledThis', { title: name })}
              onClick={() => onSettle('upheld')}
            >
              {t(canHide ? 'admin.hide' : 'admin.handled')}
            </Button>
          </Group>
        )}
      </Stack>
    </Card>
  );
}
