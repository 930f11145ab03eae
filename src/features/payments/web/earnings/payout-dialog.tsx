import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newKey } from '#web/api/new-key.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { MoneyField } from '#web/ui/figures/money-field.tsx';
import { toastUndo } from '#web/ui/toasts/toast-undo.tsx';
import type { Owed } from '../../contract.ts';
import { splitOwed } from '../../rules.ts';
import { PaidFields, usePaid } from '../paid-fields.tsx';
import { useRecordPayout, useReversePayout } from './queries.ts';

/**
 * Records what was paid out to a teacher; it proposes what is for classes that they have given. One dialog has one
 * idempotency key, so a second press records nothing more.
 */
export function PayoutDialog({ line, onClose }: { line: Owed; onClose: () => void }) {
  const { t } = useTranslation('payments');
  const { money } = useFigures();
  const [key] = useState(newKey);
  const { given, coming } = splitOwed(line);
  const [amountCents, setAmountCents] = useState<number | null>(given > 0 ? given : null);
  const { fields, body } = usePaid();
  const reverse = useReversePayout();
  const record = useRecordPayout(key, ({ id, amountCents }) => {
    toastUndo({
      title: t('payouts.done'),
      message: `${teacher.name} · ${money(amountCents, currency)}`,
      undoLabel: t('payouts.undo'),
      onUndo: () => reverse.mutate(id),
    });
    onClose();
  });
  const { teacher, currency, owedCents } = line;
  const fits = amountCents !== null && amountCents > 0 && amountCents <= owedCents;
  const [isTried, setTried] = useState(false);
  const isBad = !fits && (isTried || amountCents !== null);
  const confirm = () => {
    setTried(true);
    if (!fits) return;
    record.mutate({ teacherId: teacher.id, amountCents, currency, ...body });
  };
  return (
    <ConfirmDialog
      opened
      title={t('payouts.recordTitle', { name: teacher.name })}
      text={
        coming > 0
          ? t('payouts.recordTextComing', { given: money(given, currency), coming: money(coming, currency) })
          : t('payouts.recordText', { amount: money(owedCents, currency) })
      }
      confirmLabel={t('payouts.confirm')}
      busy={record.isPending}
      onClose={onClose}
      onConfirm={confirm}
    >
      <Stack>
        <MoneyField
          required
          label={t('paid.amount', { currency })}
          value={amountCents}
          error={isBad && t('payouts.bad', { amount: money(owedCents, currency) })}
          onChange={setAmountCents}
        />
        <PaidFields fields={fields} error={record.error} />
      </Stack>
    </ConfirmDialog>
  );
}
