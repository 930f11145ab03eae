import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { toastFailure, toastSuccess } from '#web/ui/toast.ts';
import {
  type Application,
  approveApplication,
  rejectApplication,
  reopenApplication,
  revokeTeacher,
} from '../contract.ts';
import type { Decision } from '../rules.ts';

export type Wish = { application: Application; decision: Decision; reason?: string };

const asks = {
  approve: ({ application: { id } }: Wish) => call(approveApplication, { params: { id } }),
  reopen: ({ application: { id } }: Wish) => call(reopenApplication, { params: { id } }),
  reject: ({ application: { id }, reason = '' }: Wish) =>
    call(rejectApplication, { params: { id }, body: { reason } }),
  revoke: ({ application: { id }, reason = '' }: Wish) =>
    call(revokeTeacher, { params: { id }, body: { reason } }),
} as const;

/**
 * Answers an application. An answer to somebody who waited can be taken back while its toast is there; taking a
 * teacher's rights was asked about first and has no such way back.
 */
export function useDecide(onDone: () => void) {
  const { t } = useTranslation(['teachers', 'shell']);
  const queryClient = useQueryClient();
  const decide = useMutation({
    mutationFn: (wish: Wish) => asks[wish.decision](wish),
    onSuccess(_, { application, decision }) {
      onDone();
      if (decision === 'approve' || decision === 'reject') offerUndo(application, decision);
      else toastSuccess(t(`admin.done.${decision}`), application.name);
    },
    onError: (error) => toastFailure(error, t('admin.decideFailed')),
    // Busy until the queue has been read again.
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['teachers'] }),
  });

  function offerUndo(application: Application, decision: 'approve' | 'reject') {
    const toast = `decided-${application.id}`;
    const undo = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
      // The focus must not vanish with the button: toasts wait as long as one of them has it.
      currentTarget.blur();
      notifications.hide(toast);
      decide.mutate({ application, decision: 'reopen' });
    };
    notifications.show({
      id: toast,
      color: decision === 'approve' ? 'green' : 'feed',
      title: t(`admin.done.${decision}`),
      closeButtonProps: { 'aria-label': t('shell:dialog.close') },
      message: (
        <Group justify="space-between" gap="xs" wrap="nowrap">
          <Text size="sm" lineClamp={1} flex={1}>
            {application.name}
          </Text>
          <Button size="sm" variant="default" onClick={undo}>
            {t('admin.undo')}
          </Button>
        </Group>
      ),
    });
  }

  return {
    decide: decide.mutate,
    /** The application that is being answered. */
    busyId: decide.isPending ? decide.variables.application.id : null,
  };
}
