import { Button, Stack } from '@mantine/core';
import { IconTicket } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { toastFailure } from '#web/ui/toast.ts';
import { buySeat, type ClassCard, enrolRefusals } from '../../contract.ts';
import { enrolRefusal } from '../../rules.ts';

/** Whether a single seat is for sale to the reader: their tier does not reach, and nothing else is in the way. */
export function isSeatSold(liveClass: ClassCard, now: Date): boolean {
  const { allowed, priceCents, heldUntil, seatsTaken, maxStudents, startsAt, status } = liveClass;
  if (allowed.enrol !== enrolRefusals.tierTooLow.code || priceCents === null) return false;
  const facts = { seatsTaken, maxStudents, startsAt: new Date(startsAt), status, isHeld: heldUntil !== null };
  return enrolRefusal(facts, now) === null;
}

/** Buys one seat: says what it costs and what leaving gives back, and leads to where it is paid. */
export function BuySeatButton({ liveClass }: { liveClass: ClassCard }) {
  const { t } = useTranslation('classes');
  const { money } = useFigures();
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState(false);
  const { id, title, priceCents, currency, heldUntil } = liveClass;
  const buy = useMutation({
    mutationFn: () => call(buySeat, { params: { id } }),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) => {
      toastFailure(error, t('buy.failed'));
      setAsking(false);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['classes'] }),
  });
  const price = money(priceCents ?? 0, currency);
  const icon = <IconTicket size="1.25rem" aria-hidden />;
  return (
    <Stack gap="xs">
      {heldUntil ? (
        <Button
          color="live"
          leftSection={icon}
          loading={buy.isPending || buy.isSuccess}
          onClick={() => buy.mutate()}
          aria-label={t('buy.goOnWith', { title })}
        >
          {t('buy.goOn')}
        </Button>
      ) : (
        <Button
          color="live"
          variant="light"
          leftSection={icon}
          onClick={() => setAsking(true)}
          aria-label={t('buy.openFor', { title, price })}
        >
          {t('buy.open', { price })}
        </Button>
      )}
      <ConfirmDialog
        opened={asking}
        title={t('buy.title')}
        text={t('buy.text', { title, price })}
        confirmLabel={t('buy.confirm')}
        busy={buy.isPending || buy.isSuccess}
        onClose={() => setAsking(false)}
        onConfirm={() => buy.mutate()}
      />
    </Stack>
  );
}
