import { Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { newKey } from '#web/api/new-key.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import { CountField } from '#web/ui/figures/count-field.tsx';
import { useAct } from '#web/ui/forms/use-act.ts';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { longestCoinsReason, mostCoinsAtOnce, moveCoins, type PersonDetail } from '../contract.ts';
import { ActDialog } from './act-dialog.tsx';

/** Gives a person coins or takes some. One dialog has one idempotency key, so that a double press moves coins once. */
export function CoinsDialog({ person, onClose }: { person: PersonDetail; onClose: () => void }) {
  const { t } = useTranslation('people');
  const { number } = useFigures();
  const [idempotencyKey] = useState(newKey);
  const [way, setWay] = useState<'give' | 'take'>('give');
  const [coins, setCoins] = useState<string | number>('');
  const [wrong, setWrong] = useState(false);
  const amount = Number(coins);
  const most = way === 'take' ? Math.min(person.coins, mostCoinsAtOnce) : mostCoinsAtOnce;
  const fits = Number.isInteger(amount) && amount >= 1 && amount <= most;
  const move = useAct(
    (reason: string) =>
      call(
        moveCoins,
        { params: { id: person.id }, body: { amount: way === 'give' ? amount : -amount, reason } },
        { idempotencyKey },
      ),
    { stale: ['people'], done: t('coins.done'), failed: t('coins.failed'), onDone: onClose },
  );
  return (
    <ActDialog
      title={t('coins.title')}
      text={t('coins.text', { name: person.name, count: person.coins, figure: number(person.coins) })}
      confirmLabel={t(way === 'give' ? 'coins.give' : 'coins.take')}
      reason="required"
      reasonHint={t('coins.reasonHint')}
      longestReason={longestCoinsReason}
      busy={move.isPending}
      onConfirm={(reason = '') => (fits ? move.mutate(reason) : setWrong(true))}
      onClose={onClose}
    >
      <SegmentedControl
        fullWidth
        label={t('coins.way')}
        value={way}
        data={[
          { value: 'give', label: t('coins.give') },
          { value: 'take', label: t('coins.take') },
        ]}
        onChange={setWay}
      />
      <CountField
        label={t('coins.amount')}
        required
        limits={[1, most]}
        hideControls
        inputMode="numeric"
        value={coins}
        error={wrong && !fits ? t('coins.wrong', { count: most, figure: number(most) }) : null}
        onChange={setCoins}
      />
      {fits && (
        <Text size="sm" c="dimmed">
          {t('coins.after', {
            figure: number(person.coins + (way === 'give' ? amount : -amount)),
          })}
        </Text>
      )}
    </ActDialog>
  );
}
