import { useTranslation } from 'react-i18next';
import type { Account } from '#features/accounts/contract.ts';
import { Modal } from '#web/ui/overlays/lazy-dialog.tsx';
import { GuardianForm } from './guardian-form.tsx';
import { useAge } from './use-age.ts';

/** Asks a kid's guardian for consent again, or another one. */
export function GuardianDialog({
  account,
  opened,
  onClose,
}: {
  account: Account;
  opened: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation('people');
  const { askAgain, busy } = useAge();
  return (
    <Modal opened={opened} onClose={onClose} title={t('age.guardianTitle')}>
      <GuardianForm
        ownEmail={account.email}
        initial={account.guardianEmail ?? ''}
        busy={busy}
        onSubmit={(guardianEmail) => askAgain(guardianEmail, { onSuccess: onClose })}
      />
    </Modal>
  );
}
