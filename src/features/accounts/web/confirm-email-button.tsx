import { Button, type ButtonProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { toastSuccess } from '#web/ui/toasts/toast.ts';
import { useSendVerification } from './use-send-verification.ts';

/** Sends the letter that confirms the reader's address, where one that is not confirmed matters. */
export function ConfirmEmailButton({
  email,
  onSent,
  ...looks
}: { email: string; onSent?: () => void } & Pick<ButtonProps, 'size' | 'variant'>) {
  const { t } = useTranslation('accounts');
  const { send, busy, prepare } = useSendVerification(() => {
    toastSuccess(t('emailPart.sentTitle'), t('emailPart.sentText', { email }));
    onSent?.();
  });
  return (
    <Button {...looks} loading={busy} onPointerEnter={prepare} onFocus={prepare} onClick={send}>
      {t('emailPart.confirm')}
    </Button>
  );
}
