import { useTranslation } from 'react-i18next';
import { useMutation } from '#web/api/use-mutation.ts';
import { toastSuccess } from '#web/ui/toasts/toast.ts';
import { askAuth } from '../ask-auth.ts';
import { emitSessionEvent } from '../session/session-events.ts';
import { AskPassword } from './ask-password.tsx';

/** Switches the second factor off. */
export function SwitchOffFactor({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('accounts');
  const off = useMutation({
    mutationFn: (password: string) => askAuth('POST /two-factor/disable', { password }),
    onSuccess() {
      emitSessionEvent('USER_UPDATED');
      toastSuccess(t('factor.offTitle'), t('factor.offDone'));
      onDone();
    },
  });
  return (
    <AskPassword
      text={t('factor.switchOffText')}
      confirmLabel={t('factor.switchOff')}
      danger
      busy={off.isPending}
      error={off.error}
      onConfirm={off.mutate}
    />
  );
}
