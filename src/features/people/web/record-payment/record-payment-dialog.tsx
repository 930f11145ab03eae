import { Button, NativeSelect, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { plansQuery } from '#features/memberships/web/plans-query.ts';
import { PaidFields, usePaid } from '#features/payments/web/paid-fields.tsx';
import { seatPriceQuery } from '#features/payments/web/queries.ts';
import type { Tier } from '#shared/actor.ts';
import { newKey } from '#web/api/new-key.ts';
import { DialogActs } from '#web/ui/dialogs/dialog-acts.tsx';
import { MoneyField } from '#web/ui/figures/money-field.tsx';
import { Modal } from '#web/ui/overlays/lazy-dialog.tsx';
import { toastSuccess } from '#web/ui/toasts/toast.ts';
import { ClassPicker, type PaidClass } from './class-picker.tsx';
import { PersonPicker, type Picked } from './person-picker.tsx';
import { useRecord } from './queries.ts';

const paidTiers = ['basic', 'premium', 'vip'] as const;
const methods = ['cash', 'transfer'] as const;
const mostMonths = 12;

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
  const [what, setWhat] = useState<string>(paidTiers.find((each) => each === had) ?? 'basic');
  const [months, setMonths] = useState('1');
  const [paidClass, setPaidClass] = useState<PaidClass | null>(null);
  /** Undefined until an amount is typed: it is the usual one so far. */
  const [typedCents, setTypedCents] = useState<number | null>();
  const [method, setMethod] = useState<string>('cash');
  const { fields, body } = usePaid();
  const [asked, setAsked] = useState(false);
  const record = useRecord(key);
  const tier = paidTiers.find((each) => each === what);
  const price = usePrice(tier, Number(months), paidClass);
  // A payment of an unknown price is in this currency.
  const { data: seat } = useQuery(seatPriceQuery);
  const amountCents = typedCents === undefined ? (price?.cents ?? null) : typedCents;
  const isNamed = tier !== undefined || paidClass !== null;
  const send = () => {
    setAsked(true);
    if (!person || !amountCents || !isNamed) return;
    record.mutate(
      {
        personId: person.id,
        ...(tier ? { kind: 'membership', tier, months: Number(months) } : { kind: 'single' }),
        ...(!tier && paidClass && { classId: paidClass.id }),
        amountCents,
        ...(price && { currency: price.currency }),
        method: method === 'transfer' ? 'transfer' : 'cash',
        ...body,
      },
      {
        onSuccess: () => {
          toastSuccess(t('record.done'), person.name);
          onDone();
        },
      },
    );
  };
  return (
    <Stack component="form" onSubmit={(event) => event.preventDefault()}>
      <PersonPicker
        picked={person}
        onPick={setPerson}
        error={asked && !person ? t('record.noPerson') : undefined}
      />
      <NativeSelect
        label={t('record.what')}
        data={[
          ...paidTiers.map((each) => ({
            value: each,
            label: t('record.plan', { tier: t(`shell:tiers.${each}`) }),
          })),
          { value: 'single', label: t('payments:kinds.single') },
        ]}
        value={what}
        onChange={({ currentTarget }) => {
          setWhat(currentTarget.value);
          setTypedCents(undefined);
        }}
      />
      {tier ? (
        <NativeSelect
          label={t('record.months')}
          data={Array.from({ length: mostMonths }, (_, n) => ({
            value: String(n + 1),
            label: t('record.monthCount', { count: n + 1 }),
          }))}
          value={months}
          onChange={({ currentTarget }) => {
            setMonths(currentTarget.value);
            setTypedCents(undefined);
          }}
        />
      ) : (
        <ClassPicker
          picked={paidClass}
          error={asked && !paidClass ? t('record.noClass') : undefined}
          onPick={(liveClass) => {
            setPaidClass(liveClass);
            setTypedCents(undefined);
          }}
        />
      )}
      <MoneyField
        required
        label={t('payments:paid.amount', { currency: price?.currency ?? seat?.currency ?? 'USD' })}
        // The class says the currency, and its price takes the place of an amount typed before.
        disabled={!isNamed}
        value={amountCents}
        error={asked && isNamed && !amountCents && t('record.noAmount')}
        onChange={setTypedCents}
      />
      <NativeSelect
        label={t('payments:filters.method')}
        data={methods.map((value) => ({ value, label: t(`payments:methods.${value}`) }))}
        value={method}
        onChange={({ currentTarget }) => setMethod(currentTarget.value)}
      />
      <PaidFields fields={fields} error={record.error} />
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

/** What it usually costs, in the currency of the plan or of the class; null while it is not known. */
function usePrice(
  tier: string | undefined,
  months: number,
  liveClass: PaidClass | null,
): { cents: number; currency: string } | null {
  const { data: plans } = useQuery(plansQuery);
  if (tier) {
    const plan = plans?.items.find((each) => each.tier === tier);
    return plan ? { cents: plan.priceCents * months, currency: plan.currency } : null;
  }
  return liveClass?.priceCents ? { cents: liveClass.priceCents, currency: liveClass.currency } : null;
}
