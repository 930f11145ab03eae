import { Select, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { useLast } from '#web/ui/dialogs/use-last.ts';
import { toastFailure, toastSuccess } from '#web/ui/toasts/toast.ts';
import { handOverClass, handOverSeries, type ManagedClass } from '../../contract.ts';
import { possibleTeachersQuery } from '../managed-queries.ts';
import { type Reach, ScopeField } from '../series/scope-field.tsx';

/** Asks an administrator for the new teacher and hands the class over. Closed without a class. */
export function HandOverDialog({
  liveClass,
  onClose,
}: {
  liveClass: Pick<ManagedClass, 'id' | 'teacherId' | 'repeats'> | null;
  onClose: () => void;
}) {
  const { t } = useTranslation(['classes', 'shell']);
  const shown = useLast(liveClass);
  const queryClient = useQueryClient();
  const [teacherId, setTeacherId] = useState<string | null>(null);
  const [reach, setReach] = useState<Reach>('one');
  const { data, error } = useQuery({ ...possibleTeachersQuery, enabled: liveClass !== null });
  const teachers = data?.items.filter(({ userId }) => userId !== liveClass?.teacherId) ?? [];
  const close = () => {
    setTeacherId(null);
    setReach('one');
    onClose();
  };
  const handOver = useMutation({
    mutationFn: ({ id, ...body }: { id: string; teacherId: string }) =>
      reach === 'one'
        ? call(handOverClass, { params: { id }, body })
        : call(handOverSeries, { params: { id }, body: { ...body, scope: reach } }),
    onSuccess: ({ teacherName }) => {
      toastSuccess(t('handOver.done', { name: teacherName }));
      close();
    },
    onError: (failure) => toastFailure(failure, t('handOver.failed')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['classes'] }),
  });
  return (
    <ConfirmDialog
      opened={liveClass !== null}
      title={t(reach === 'one' ? 'handOver.title' : 'handOver.titleMany')}
      text={t('handOver.text')}
      confirmLabel={t('handOver.confirm')}
      busy={handOver.isPending}
      canConfirm={teacherId !== null}
      onConfirm={() => liveClass && teacherId && handOver.mutate({ id: liveClass.id, teacherId })}
      onClose={close}
    >
      <Stack>
        {/* Before the list of teachers, which opens over what follows it. */}
        {shown?.repeats && <ScopeField what="handOver" value={reach} onChange={setReach} />}
        <Select
          data-autofocus
          // Its list would lie over the button that confirms.
          openOnFocus={false}
          label={t('handOver.teacher')}
          searchable
          data={teachers.map(({ userId, name }) => ({ value: userId, label: name }))}
          nothingFoundMessage={error ? undefined : t(data ? 'handOver.nobody' : 'shell:loading')}
          error={error ? t('form.teachersFailed') : undefined}
          value={teacherId}
          onChange={setTeacherId}
        />
      </Stack>
    </ConfirmDialog>
  );
}
