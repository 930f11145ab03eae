import { Alert, Button, Group, Modal, NativeSelect, NumberInput, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newKey } from '#web/api/new-key.ts';
import { refusalText } from '#web/i18n/refusal-text.ts';
import { toastSuccess } from '#web/ui/toast.ts';
import { PersonPicker, type Picked } from './person-picker.tsx';
import { type ManualPayment, useRecord } from './queries.ts';

const paidTiers = ['basic', 'premium', 'vip'] as const;
const methods = ['cash', 'transfer'] as const;

/** Notes money that changed hands outside. One dialog is one payment, however often its button is pressed. */
export function ManualDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation(['payments', 'shell']);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('manual.title')}
      closeButtonProps={{ 'aria-label': t('shell:dialog.close') }}
    >
      <ManualForm onDone={onClose} />
    </Modal>
  );
}

function ManualForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation(['payments', 'shell']);
  const [key] = useState(newKey);
  const [person, setPerson] = useState<Picked | null>(null);
  const [what, setWhat] = useState<string>('basic');
  const [amount, setAmount] = useState<number | string>('');
  const [method, setMethod] = useState<string>('cash');
  const [note, setNote] = useState('');
  const [asked, setAsked] = useState(false);
  const record = useRecord(key);
  const cents = Math.round(Number(amount) * 100);
  const isPriced = amount !== '' && cents > 0;
  const send = () => {
    setAsked(true);
    if (!person || !isPriced) return;
    const tier = paidTiers.find((each) => each === what);
    const body: ManualPayment = {
      personId: person.id,
      kind: tier ? 'membership' : 'single',
      ...(tier && { tier }),
      amountCents: cents,
      method: method === 'transfer' ? 'transfer' : 'cash',
      ...(note.trim() && { note: note.trim() }),
    };
    record.mutate(body, {
      onSuccess: () => {
        toastSuccess(t('manual.done'), person.name);
        onDone();
      },
    });
  };
  return (
    <Stack component="form" onSubmit={(event) => event.preventDefault()}>
      <PersonPicker
        picked={person}
        onPick={setPerson}
        error={asked && !person ? t('manual.noPerson') : undefined}
      />
      <NativeSelect
        size="md"
        label={t('manual.what')}
        data={[
          ...paidTiers.map((tier) => ({
            value: tier,
            label: t('manual.month', { tier: t(`shell:tiers.${tier}`) }),
          })),
          { value: 'single', label: t('kinds.single') },
        ]}
        value={what}
        onChange={({ currentTarget }) => setWhat(currentTarget.value)}
      />
      <NumberInput
        label={t('manual.amount')}
        required
        min={0.01}
        max={1_000_000}
        decimalScale={2}
        hideControls
        prefix="$"
        value={amount}
        error={asked && !isPriced && t('manual.noAmount')}
        onChange={setAmount}
      />
      <NativeSelect
        size="md"
        label={t('filters.method')}
        data={methods.map((value) => ({ value, label: t(`methods.${value}`) }))}
        value={method}
        onChange={({ currentTarget }) => setMethod(currentTarget.value)}
      />
      <Textarea
        label={t('manual.note')}
        maxLength={500}
        autosize
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      {record.isError && (
        <Alert color="red" variant="light" role="alert">
          {refusalText(record.error)}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onDone} disabled={record.isPending}>
          {t('shell:dialog.cancel')}
        </Button>
        <Button type="submit" color="teach" loading={record.isPending} onClick={send}>
          {t('manual.confirm')}
        </Button>
      </Group>
    </Stack>
  );
}
