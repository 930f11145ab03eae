import { Badge, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { languageName } from '#shared/language-name.ts';
import { call } from '#web/api/call.ts';
import { useList } from '#web/api/use-list.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import { useNamed } from '#web/i18n/use-named.ts';
import { useAct } from '#web/ui/forms/use-act.ts';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { PagedList } from '#web/ui/lists/paged-list.tsx';
import { toastUndo } from '#web/ui/toasts/toast-undo.tsx';
import { type HeldRow, setRowRelease } from '../../contract.ts';
import { heldRowsQuery } from '../queries.ts';
import { useLearningTime } from '../use-learning-time.ts';

/** The rows of a month that win nothing unless they are released, each with its formula. */
export function HeldRows({ season, mostXpPerMinute }: { season: string; mostXpPerMinute: number }) {
  const { t, i18n } = useTranslation('cup');
  const named = useNamed();
  const { number } = useFigures();
  const timeInWords = useLearningTime();
  const rows = useList(heldRowsQuery(season));
  const release = useAct(
    ({ username, released }: Pick<HeldRow, 'username' | 'released'>) =>
      call(setRowRelease, { params: { season }, body: { username, released } }),
    {
      stale: ['cup'],
      failed: t('held.failed'),
      onDone: (_, { username, released }) =>
        toastUndo({
          title: t(released ? 'held.released' : 'held.heldAgain'),
          message: username,
          undoLabel: t('own.undo'),
          onUndo: () => release.mutate({ username, released: !released }),
        }),
    },
  );
  if (rows.items?.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('held.empty')}
      </Text>
    );
  }
  return (
    <Stack gap="xs">
      <Title order={3} size="h4">
        {t('held.title')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('held.text', { n: number(mostXpPerMinute) })}
      </Text>
      <PagedList
        list={rows}
        failed={t('held.failed')}
        loading={<LoadingBlocks heights={['3rem']} />}
        empty={null}
        more={t('page.more')}
        gap="xs"
      >
        {(items) =>
          items.map((row) => (
            <Group key={`${row.username} ${row.language}`} justify="space-between">
              <div>
                <Group gap="xs">
                  <Text fw={600}>{row.fullName}</Text>
                  {row.released && <Badge color="green">{t('held.isReleased')}</Badge>}
                </Group>
                <Text size="sm" c="dimmed">
                  {[row.username, row.language && languageName(row.language, i18n.language)]
                    .filter(Boolean)
                    .join(' · ')}
                </Text>
                <Text size="sm">
                  {t('held.formula', {
                    xp: number(row.totalExp),
                    time: timeInWords(row.learningTime),
                    rate: number(row.xpPerMinute),
                  })}
                </Text>
              </div>
              <Button
                variant="default"
                loading={release.pending.some(({ username }) => username === row.username)}
                aria-label={named(t(row.released ? 'held.hold' : 'held.release'), row.fullName)}
                onClick={() => release.mutate({ username: row.username, released: !row.released })}
              >
                {t(row.released ? 'held.hold' : 'held.release')}
              </Button>
            </Group>
          ))
        }
      </PagedList>
    </Stack>
  );
}
