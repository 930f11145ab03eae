import { Button, type ButtonProps } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { toastFailure, toastSuccess } from '#web/ui/toasts/toast.ts';
import { sendVerification } from '../contract.ts';

/** Sends the letter that confirms the reader's address, where one that is not confirmed matters. */
export function ConfirmEmailButton({
  email,
  onSent,
  ...looks
}: { email: string; onSent?: () => void } & Pick<ButtonProps, 'size' | 'variant'>) {
  const { t } = useTranslation('accounts');
  const letter = useMutation({
    mutationFn: () => call(sendVerification),
    onSuccess() {
      toastSuccess(t('emailPart.sentTitle'), t('emailPart.sentText', { email }));
      onSent?.();
    },
    onError: (error) => toastFailure(error, t('emailPart.sendFailed')),
  });
  return (
    <Button {...looks} loading={letter.isPending} onClick={() => letter.mutate()}>
      {t('emailPart.confirm')}
    </Button>
  );
}
