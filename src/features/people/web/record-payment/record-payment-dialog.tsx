import { Button, NativeSelect, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PaidFields, usePaid } from '#features/payments/web/paid-fields.tsx';
import { seatPriceQuery } from '#features/payments/web/queries.ts';
import type { Tier } from '#shared/actor.ts';
import { newKey } from '#web/api/new-key.ts';
import { DialogActs } from '#web/ui/dialogs/dialog-acts.tsx';
import { MoneyField } from '#web/ui/figures/money-field.tsx';
import { Modal } from '#web/ui/overlays/lazy-dialog.tsx';
import { toastSuccess } from '#web/ui/toasts/toast.ts';
import { PersonPicker, type Picked } from './person-picker.tsx';
import { useRecord } from './queries.ts';
import { usePaidFor, WhatWasPaid } from './what-was-paid.tsx';

const methods = ['cash', 'transfer'] as const;

/**
 * Records a payment made by hand. It begins with the plan that the person has, where they pay for one. One dialog has
 * one idempotency key, so a second press records nothing more.
 */
export function RecordPaymentDialog({
  person,
  tier,
  onClose,
}: {
  person?: Picked;
  tier?: Tier;
  onClose: () => void;
}) {
  const { t } = useTranslation('people');
  return (
    <Modal opened onClose={onClose} title={t('record.title')}>
      <RecordForm payer={person ?? null} tier={tier} onDone={onClose} />
    </Modal>
  );
}

function RecordForm({
  payer,
  tier: had,
  onDone,
}: {
  payer: Picked | null;
  tier: Tier | undefined;
  onDone: () => void;
}) {
  const { t } = useTranslation(['people', 'shell', 'payments']);
  const [key] = useState(newKey);
  const [person, setPerson] = useState(payer);
  const paidFor = usePaidFor(had);
  const [method, setMethod] = useState<string>('cash');
  const paid = usePaid();
  const [asked, setAsked] = useState(false);
  const record = useRecord(key, () => {
    toastSuccess(t('record.done'), person?.name);
    onDone();
  });
  const { price, amountCents } = paidFor;
  // A payment of an unknown price is in this currency.
  const { data: seat } = useQuery(seatPriceQuery);
  const send = () => {
    setAsked(true);
    if (!person || !amountCents || !paidFor.body) return;
    record.mutate({
      personId: person.id,
      ...paidFor.body,
      amountCents,
      ...(price && { currency: price.currency }),
      method: method === 'transfer' ? 'transfer' : 'cash',
      ...paid.body,
    });
  };
  return (
    <Stack component="form" onSubmit={(event) => event.preventDefault()}>
      <PersonPicker
        picked={person}
        onPick={setPerson}
        error={asked && !person ? t('record.noPerson') : undefined}
      />
      <WhatWasPaid paidFor={paidFor} isChecked={asked} />
      <MoneyField
        required
        label={t('payments:paid.amount', { currency: price?.currency ?? seat?.currency ?? 'USD' })}
        // The class says the currency, and its price takes the place of an amount typed before.
        disabled={!paidFor.body}
        value={amountCents}
        error={asked && paidFor.body && !amountCents && t('record.noAmount')}
        onChange={(typedCents) => paidFor.choose({ typedCents })}
      />
      <NativeSelect
        label={t('payments:filters.method')}
        data={methods.map((value) => ({ value, label: t(`payments:methods.${value}`) }))}
        value={method}
        onChange={({ currentTarget }) => setMethod(currentTarget.value)}
      />
      <PaidFields fields={paid.fields} error={record.error} />
      <DialogActs>
        <Button variant="default" onClick={onDone} disabled={record.isPending}>
          {t('shell:dialog.cancel')}
        </Button>
        <Button type="submit" color="teach" loading={record.isPending} onClick={send}>
          {t('record.confirm')}
        </Button>
      </DialogActs>
    </Stack>
  );
}
