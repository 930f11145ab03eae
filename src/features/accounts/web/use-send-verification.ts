import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { toastFailure } from '#web/ui/toasts/toast.ts';
import { sendVerification } from '../contract.ts';

/** Sends the letter that confirms the reader's address once more, and tells of a failure. */
export function useSendVerification(onSuccess: () => void) {
  const { t } = useTranslation('accounts');
  return useMutation({
    mutationFn: () => call(sendVerification),
    onSuccess,
    onError: (error) => toastFailure(error, t('emailPart.sendFailed')),
  });
}
