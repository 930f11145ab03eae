import { Badge, Button, Flex, Group, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconHandStop } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { languageName } from '#shared/language-name.ts';
import { monthHeading } from '#shared/time/calendar-words.ts';
import { useList } from '#web/api/use-list.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import { useNamed } from '#web/i18n/use-named.ts';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { PagedList } from '#web/ui/lists/paged-list.tsx';
import { lazyDialog } from '#web/ui/overlays/lazy-dialog.tsx';
import type { HeldRow } from '../../contract.ts';
import { heldRowsQuery } from '../queries.ts';
import { useLearningTime } from '../use-learning-time.ts';
import { useHold } from './use-hold.ts';

const HoldDialog = lazyDialog(async () => (await import('./hold-dialog.tsx')).HoldDialog);

/** The rows of a month that win nothing unless they are released, each with its formula, and a way to hold another. */
export function HeldRows({ season, mostXpPerMinute }: { season: string; mostXpPerMinute: number }) {
  const { t, i18n } = useTranslation('cup');
  const named = useNamed();
  const { number } = useFigures();
  const rows = useList(heldRowsQuery(season));
  const [asks, dialog] = useDisclosure();
  return (
    <Stack gap="xs">
      {rows.items?.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('held.empty')}
        </Text>
      ) : (
        <>
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
              items.map((row) => <Row key={`${row.username} ${row.language}`} season={season} row={row} />)
            }
          </PagedList>
        </>
      )}
      <Flex>
        <Button
          variant="subtle"
          size="sm"
          px={0}
          leftSection={<IconHandStop size="1.25rem" aria-hidden />}
          aria-label={named(t('held.other'), monthHeading(season, i18n.language))}
          onClick={dialog.open}
        >
          {t('held.other')}
        </Button>
      </Flex>
      <HoldDialog season={season} opened={asks} onClose={dialog.close} />
    </Stack>
  );
}

function Row({ season, row }: { season: string; row: HeldRow }) {
  const { t, i18n } = useTranslation('cup');
  const named = useNamed();
  const { number } = useFigures();
  const timeInWords = useLearningTime();
  const hold = useHold(season);
  const act = t(row.held ? 'held.release' : 'held.hold');
  return (
    <Group justify="space-between">
      <div>
        <Group gap="xs">
          <Text fw={600}>{row.fullName}</Text>
          {!row.held && <Badge color="green">{t('held.isReleased')}</Badge>}
          {row.byHand && <Badge color="gray">{t('held.byHand')}</Badge>}
        </Group>
        <Text size="sm" c="dimmed">
          {[row.username, row.language && languageName(row.language, i18n.language)]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        <Text size="sm">
          {row.xpPerMinute === null
            ? t('line.xp', { n: number(row.totalExp) })
            : t('held.formula', {
                xp: number(row.totalExp),
                time: timeInWords(row.learningTime),
                rate: number(row.xpPerMinute),
              })}
        </Text>
      </div>
      <Button
        variant="default"
        loading={hold.isPending}
        aria-label={named(act, row.fullName)}
        onClick={() => hold.mutate({ username: row.username, held: !row.held })}
      >
        {act}
      </Button>
    </Group>
  );
}
