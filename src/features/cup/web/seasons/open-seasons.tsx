import { Badge, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { monthHeading, monthInWords } from '#shared/time/calendar-words.ts';
import { useDates } from '#web/i18n/use-dates.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import { useNamed } from '#web/i18n/use-named.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { isOver } from '../../rules.ts';
import { cupSeasonsQuery } from '../queries.ts';
import { ClosingDialog } from './closing-dialog.tsx';
import { CupSettingsForm } from './cup-settings-form.tsx';
import { HeldRows } from './held-rows.tsx';

/** How many closed months are named below the open ones. */
const closedShown = 3;

/** The months that are open, to close them; their held rows; the prizes and the limit. */
export function OpenSeasons() {
  const { t, i18n } = useTranslation('cup');
  const named = useNamed();
  const { number } = useFigures();
  const { day } = useDates();
  const { data, error, refetch } = useQuery(cupSeasonsQuery);
  const [asked, setAsked] = useState<string | null>(null);
  if (!data) {
    if (error) return <ErrorState error={error} title={t('closing.failed')} onRetry={refetch} />;
    return <LoadingBlocks heights={['8rem']} />;
  }
  const open = data.items.filter(({ closedAt }) => closedAt === null);
  const closed = data.items.filter(({ closedAt }) => closedAt !== null).slice(0, closedShown);
  return (
    <Stack component="section" aria-labelledby="closing-title">
      <div>
        <Title order={2} id="closing-title">
          {t('closing.title')}
        </Title>
        <Text c="dimmed">{t('closing.text')}</Text>
      </div>
      {open.map(({ season, rows }) => {
        const over = isOver(season, new Date());
        return (
          <Card key={season} component="article" padding="md">
            <Stack>
              <Group justify="space-between">
                <div>
                  <Group gap="xs">
                    <Text fw={700}>{monthHeading(season, i18n.language)}</Text>
                    <Badge color={over ? 'cup' : 'gray'}>
                      {t(over ? 'closing.over' : 'closing.running')}
                    </Badge>
                  </Group>
                  <Text size="sm" c="dimmed">
                    {t('page.people', { count: rows, n: number(rows) })}
                    {!over && ` · ${t('closing.notYet')}`}
                  </Text>
                </div>
                <Button
                  {...(over ? { color: 'cup' } : { variant: 'default' })}
                  aria-label={named(
                    t(over ? 'closing.open' : 'closing.look'),
                    monthInWords(season, i18n.language),
                  )}
                  onClick={() => setAsked(season)}
                >
                  {t(over ? 'closing.open' : 'closing.look')}
                </Button>
              </Group>
              <HeldRows season={season} mostXpPerMinute={data.settings.mostXpPerMinute} />
            </Stack>
          </Card>
        );
      })}
      {closed.length > 0 && (
        <Text size="sm" c="dimmed">
          {closed
            .map(({ season, closedAt }) =>
              t('closing.closed', {
                month: monthHeading(season, i18n.language),
                day: day(closedAt ?? ''),
              }),
            )
            .join(' · ')}
        </Text>
      )}
      <CupSettingsForm settings={data.settings} />
      <ClosingDialog season={asked} onClose={() => setAsked(null)} />
    </Stack>
  );
}
