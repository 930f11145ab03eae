import { Select } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { toastFailure, toastSuccess } from '#web/ui/toasts/toast.ts';
import { type ManagedClass, offerSeries } from '../../contract.ts';
import { possibleTeachersQuery } from '../queries.ts';

/** Asks a teacher to whom they offer the series of a class. Closed without a class. */
export function OfferDialog({
  liveClass,
  onClose,
}: {
  liveClass: Pick<ManagedClass, 'id'> | null;
  onClose: () => void;
}) {
  const { t } = useTranslation(['classes', 'shell']);
  const queryClient = useQueryClient();
  const [teacherId, setTeacherId] = useState<string | null>(null);
  const { data, error } = useQuery({ ...possibleTeachersQuery, enabled: liveClass !== null });
  const close = () => {
    setTeacherId(null);
    onClose();
  };
  const offer = useMutation({
    mutationFn: (body: { id: string; teacherId: string }) =>
      call(offerSeries, { params: { id: body.id }, body: { teacherId: body.teacherId } }),
    onSuccess: ({ name }) => {
      toastSuccess(t('offer.done', { name }));
      close();
    },
    onError: (failure) => toastFailure(failure, t('offer.failed')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['classes', 'desk'] }),
  });
  return (
    <ConfirmDialog
      opened={liveClass !== null}
      title={t('offer.title')}
      text={t('offer.text')}
      confirmLabel={t('offer.confirm')}
      busy={offer.isPending}
      canConfirm={teacherId !== null}
      onConfirm={() => liveClass && teacherId && offer.mutate({ id: liveClass.id, teacherId })}
      onClose={close}
    >
      <Select
        data-autofocus
        label={t('handOver.teacher')}
        searchable
        data={(data?.items ?? []).map(({ userId, name }) => ({ value: userId, label: name }))}
        nothingFoundMessage={error ? undefined : t(data ? 'handOver.nobody' : 'shell:loading')}
        error={error ? t('form.teachersFailed') : undefined}
        value={teacherId}
        onChange={setTeacherId}
      />
    </ConfirmDialog>
  );
}
