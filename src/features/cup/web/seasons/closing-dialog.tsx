import { Alert, Button, List, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CoinAmount } from '#features/coins/web/coin-amount.tsx';
import { languageName } from '#shared/language-name.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { monthInWords } from '#shared/time/calendar-words.ts';
import { call } from '#web/api/call.ts';
import { useDates } from '#web/i18n/use-dates.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import { DialogActs } from '#web/ui/dialogs/dialog-acts.tsx';
import { useLast } from '#web/ui/dialogs/use-last.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { useAct } from '#web/ui/forms/use-act.ts';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { Modal } from '#web/ui/overlays/lazy-dialog.tsx';
import { closeCupSeason, type previewCupClosing, seasonClosed } from '../../contract.ts';
import { isOver } from '../../rules.ts';
import { cupClosingQuery } from '../queries.ts';
import styles from './closing-dialog.module.css';

type Closing = AnswerOf<typeof previewCupClosing>;

/** The winners of a month and what closing it pays, and the button that closes it once it is over. */
export function ClosingDialog({ season, onClose }: { season: string | null; onClose: () => void }) {
  const { t, i18n } = useTranslation('cup');
  const shown = useLast(season);
  return (
    <Modal
      opened={season !== null}
      onClose={onClose}
      size="xl"
      title={
        shown &&
        t(isOver(shown, new Date()) ? 'closing.dialog' : 'closing.lookDialog', {
          month: monthInWords(shown, i18n.language),
        })
      }
    >
      {shown && <Preview season={shown} onClose={onClose} />}
    </Modal>
  );
}

function Preview({ season, onClose }: { season: string; onClose: () => void }) {
  const { t } = useTranslation(['cup', 'shell']);
  const { number } = useFigures();
  const { data, error, refetch } = useQuery({ ...cupClosingQuery(season), staleTime: 0 });
  const closing = useAct(
    ({ boardId }: Closing) => call(closeCupSeason, { params: { season }, body: { boardId } }),
    {
      stale: ['cup'],
      done({ paid, waiting }) {
        const coins = { paid: number(paid.coins), waiting: number(waiting.coins) };
        return [t('closing.done'), t('closing.doneText', { ...coins, count: paid.coins })];
      },
      failed: t('closing.closeFailed'),
      onDone: onClose,
    },
  );
  if (!data) {
    if (error) return <ErrorState error={error} title={t('closing.failed')} onRetry={refetch} />;
    return <LoadingBlocks heights={['16rem']} />;
  }
  const { close } = data.allowed;
  const coins = data.winners.reduce((sum, winner) => sum + winner.coins, 0);
  return (
    <Stack>
      {close !== null && (
        <Text role="status">
          {t(close === seasonClosed.code ? 'closing.alreadyClosed' : 'closing.notYet')}
        </Text>
      )}
      {data.winners.length === 0 ? <Text>{t('closing.nobody')}</Text> : <Winners closing={data} />}
      <Notes closing={data} />
      {close === null ? (
        <DialogActs>
          <Button variant="default" onClick={onClose} disabled={closing.isPending}>
            {t('shell:dialog.cancel')}
          </Button>
          <Button color="cup" loading={closing.isPending} onClick={() => closing.mutate(data)}>
            {t('closing.confirm', { count: coins, n: number(coins) })}
          </Button>
        </DialogActs>
      ) : (
        <DialogActs>
          <Button onClick={onClose}>{t('closing.seen')}</Button>
        </DialogActs>
      )}
    </Stack>
  );
}

function Winners({ closing }: { closing: Closing }) {
  const { t, i18n } = useTranslation('cup');
  const { number } = useFigures();
  return (
    <Table verticalSpacing="xs" className={styles.winners} aria-label={t('winners.title')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('figure.language')}</Table.Th>
          <Table.Th>{t('figure.fullName')}</Table.Th>
          <Table.Th>{t('figure.totalExp')}</Table.Th>
          <Table.Th>{t('closing.prize')}</Table.Th>
          <Table.Th>{t('closing.owner')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {closing.winners.map((winner) => (
          <Table.Tr key={`${winner.language} ${winner.place}`}>
            <Table.Td className={styles.place}>
              {winner.language ? languageName(winner.language, i18n.language) : t('filter.all')}{' '}
              {t('line.position', { position: number(winner.place) })}
            </Table.Td>
            <Table.Td className={styles.name}>
              {winner.fullName}
              <Text size="sm" c="dimmed">
                {winner.username}
              </Text>
            </Table.Td>
            <Table.Td className={styles.exp} data-label={t('figure.totalExp')}>
              {number(winner.totalExp)}
            </Table.Td>
            <Table.Td className={styles.prize}>
              <CoinAmount coins={winner.coins} />
            </Table.Td>
            <Table.Td className={styles.owner} data-label={t('closing.owner')}>
              {winner.claimedBy ?? t('closing.unclaimed')}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** What an administrator should know before they close. */
function Notes({ closing }: { closing: Closing }) {
  const { t } = useTranslation(['cup', 'coins']);
  const { number } = useFigures();
  const { day } = useDates();
  const { season, importedAt, winners, fewestParticipants, held, lapsing, undecided, allowed } = closing;
  const lacksDays = allowed.close === null && !isOver(season, new Date(importedAt));
  const coinsInWords = (coins: number) => t('coins:amount', { count: coins, figure: number(coins) });
  const unclaimed = winners.filter(({ claimedBy }) => claimedBy === null).length;
  return (
    <Alert color="coins" title={t('closing.before')}>
      <List spacing="xs">
        <List.Item>{t('closing.final')}</List.Item>
        <List.Item fw={lacksDays ? 700 : undefined}>
          {t(lacksDays ? 'closing.importedEarly' : 'closing.imported', { day: day(importedAt) })}
        </List.Item>
        {fewestParticipants > 1 && (
          <List.Item>{t('formula.fewest', { n: number(fewestParticipants) })}</List.Item>
        )}
        {unclaimed > 0 && (
          <List.Item>{t('closing.unclaimedText', { count: unclaimed, n: number(unclaimed) })}</List.Item>
        )}
        {held > 0 && <List.Item>{t('closing.heldText', { count: held, n: number(held) })}</List.Item>}
        {lapsing.count > 0 && (
          <List.Item>
            {t('closing.lapsing', {
              count: lapsing.count,
              n: number(lapsing.count),
              coins: coinsInWords(lapsing.coins),
            })}
          </List.Item>
        )}
        {undecided.count > 0 && (
          <List.Item>
            {t('closing.undecided', {
              count: undecided.count,
              n: number(undecided.count),
              coins: coinsInWords(undecided.coins),
            })}
          </List.Item>
        )}
      </List>
    </Alert>
  );
}
