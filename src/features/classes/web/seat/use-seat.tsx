import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { toastFailure, toastSuccess } from '#web/ui/toast.ts';
import { type ClassCard, enrolInClass, leaveClass } from '../../contract.ts';

/**
 * Taking a seat and giving it back. Both are busy until the lists have been read again; giving it back can be
 * undone while its toast is there, as long as nobody took the seat.
 */
export function useSeat({
  id,
  kind,
  title,
  isPaid,
  heldUntil,
}: Pick<ClassCard, 'id' | 'kind' | 'title' | 'isPaid' | 'heldUntil'>) {
  const { t } = useTranslation('classes');
  const queryClient = useQueryClient();
  const onSettled = () => queryClient.invalidateQueries({ queryKey: ['classes'] });
  const enrol = useMutation({
    mutationFn: () => call(enrolInClass, { params: { id } }),
    onSuccess: () => toastSuccess(t('seat.taken'), title),
    onError: (error) => toastFailure(error, t(`seat.enrolFailed.${kind}`)),
    onSettled,
  });
  const leave = useMutation({
    mutationFn: () => call(leaveClass, { params: { id } }),
    // A seat that was bought or held is not to be had again for nothing.
    onSuccess: () => (isPaid || heldUntil ? toastSuccess(t('seat.left'), title) : offerUndo()),
    onError: (error) => toastFailure(error, t('seat.leaveFailed')),
    onSettled,
  });

  function offerUndo() {
    const toast = `left-${id}`;
    const undo = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
      // The focus must not vanish with the button: toasts wait as long as one of them has it.
      currentTarget.blur();
      notifications.hide(toast);
      enrol.mutate();
    };
    notifications.show({
      id: toast,
      color: 'feed',
      title: t('seat.left'),
      closeButtonProps: { 'aria-label': t('shell:dialog.close') },
      message: (
        <Group justify="space-between" gap="xs">
          <Text size="sm" lineClamp={1} flex={1}>
            {title}
          </Text>
          <Button size="sm" variant="default" onClick={undo}>
            {t('seat.undo')}
          </Button>
        </Group>
      ),
    });
  }

  return {
    enrol: () => enrol.mutate(),
    leave: () => leave.mutate(),
    busy: enrol.isPending || leave.isPending,
  };
}
