import { Select, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { useLast } from '#web/ui/dialogs/use-last.ts';
import { toastFailure, toastSuccess } from '#web/ui/toasts/toast.ts';
import { type ManagedClass, offerClass, offerSeries } from '../../contract.ts';
import { possibleTeachersQuery } from '../managed-queries.ts';
import { type Reach, ScopeField } from '../series/scope-field.tsx';

/** Asks a teacher to whom they offer a class, or its series. Closed without a class. */
export function OfferDialog({
  liveClass,
  onClose,
}: {
  liveClass: Pick<ManagedClass, 'id' | 'allowed'> | null;
  onClose: () => void;
}) {
  const { t } = useTranslation(['classes', 'shell']);
  const shown = useLast(liveClass);
  const queryClient = useQueryClient();
  const [teacherId, setTeacherId] = useState<string | null>(null);
  const [reach, setReach] = useState<Reach>('one');
  const { data, error } = useQuery({ ...possibleTeachersQuery, enabled: liveClass !== null });
  const close = () => {
    setTeacherId(null);
    setReach('one');
    onClose();
  };
  const offer = useMutation({
    mutationFn: ({ id, ...body }: { id: string; teacherId: string }) =>
      call(reach === 'one' ? offerClass : offerSeries, { params: { id }, body }),
    onSuccess: ({ name }) => {
      toastSuccess(t('offer.done', { name }));
      close();
    },
    onError: (failure) => toastFailure(failure, t('offer.failed')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['classes'] }),
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
      <Stack>
        {/* Before the list of teachers, which opens over what follows it. */}
        {shown?.allowed.offerSeries === null && (
          <ScopeField what="offer" reaches={['one', 'all']} value={reach} onChange={setReach} />
        )}
        <Select
          data-autofocus
          // Its list would lie over the button that confirms.
          openOnFocus={false}
          label={t('handOver.teacher')}
          searchable
          data={(data?.items ?? []).map(({ userId, name }) => ({ value: userId, label: name }))}
          nothingFoundMessage={error ? undefined : t(data ? 'handOver.nobody' : 'shell:loading')}
          error={error ? t('form.teachersFailed') : undefined}
          value={teacherId}
          onChange={setTeacherId}
        />
      </Stack>
    </ConfirmDialog>
  );
}
