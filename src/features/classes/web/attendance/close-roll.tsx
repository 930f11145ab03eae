import { Button, List, Stack, Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { toastFailure, toastSuccess } from '#web/ui/toasts/toast.ts';
import { closeRoll, type Roster } from '../../contract.ts';
import { rosterQuery } from '../managed-queries.ts';

/** The button that closes the roll. It asks first and says who came, who did not, and what each student gets. */
export function CloseRoll({ roster }: { roster: Roster }) {
  const { t } = useTranslation('classes');
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState(false);
  // As the server decides (attendance/close-roll.ts) whether the roll closes by itself.
  const booked = roster.items.filter(({ walkedIn }) => !walkedIn);
  const isCalled = (booked.length > 0 ? booked : roster.items).some(({ attended }) => attended !== null);
  const close = useMutation({
    // Marks that are still on their way are closed with the roll: both run one after the other.
    scope: { id: ['classes', 'marks', roster.classId].join(' ') },
    mutationFn: () => call(closeRoll, { params: { id: roster.classId } }),
    onSuccess: (closed) => {
      queryClient.setQueryData(rosterQuery(roster.classId).queryKey, closed);
      setAsking(false);
      toastSuccess(t('roll.close.done'));
    },
    onError: (error) => toastFailure(error, t('roll.close.failed')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['classes'] }),
  });
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {t(isCalled ? 'roll.close.hint' : 'roll.close.hintUncalled')}
      </Text>
      <Button
        color="live"
        leftSection={<IconLock size="1.25rem" aria-hidden />}
        onClick={() => setAsking(true)}
      >
        {t('roll.close.open')}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={t('roll.close.title')}
        confirmLabel={t('roll.close.confirm')}
        busy={close.isPending}
        onConfirm={() => close.mutate()}
        onClose={() => setAsking(false)}
      >
        <Summary roster={roster} />
      </ConfirmDialog>
    </Stack>
  );
}

function Summary({ roster: { items, reward } }: { roster: Roster }) {
  const { t } = useTranslation('classes');
  const { number } = useFigures();
  const count = (mark: boolean | null) => items.filter(({ attended }) => attended === mark).length;
  const entered = items.filter(({ attended, enteredAt }) => attended === null && enteredAt !== null).length;
  const [came, absent, unmarked] = [count(true), count(false), count(null)];
  return (
    <Stack gap="xs">
      <List spacing="xs">
        <List.Item>{t('roll.close.came', { count: came })}</List.Item>
        {absent > 0 && <List.Item>{t('roll.close.absent', { count: absent })}</List.Item>}
        {unmarked > 0 && <List.Item fw={700}>{t('roll.close.unmarked', { count: unmarked })}</List.Item>}
        {entered > 0 && <List.Item fw={700}>{t('roll.close.entered', { count: entered })}</List.Item>}
      </List>
      {came > 0 && (
        <Text>
          {t(reward.coins > 0 ? 'roll.close.reward' : 'roll.close.rewardWithoutCoins', {
            count: reward.coins,
            minutes: number(reward.minutes),
            coins: number(reward.coins),
          })}{' '}
          {reward.coins > 0 &&
            reward.dailyMost !== null &&
            t('roll.close.most', { most: number(reward.dailyMost) })}
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {t('roll.close.later')}
      </Text>
    </Stack>
  );
}
