import { useSessionStorage } from '@mantine/hooks';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { LoadingState } from '#web/ui/loading-state.tsx';
import { lazyComponent } from '#web/ui/overlays/lazy-component.tsx';
import { Modal } from '#web/ui/overlays/lazy-dialog.tsx';

/** Every page of a member has this dialog, and few visits open it: what it asks loads when it opens. */
const AgeQuestion = lazyComponent(async () => (await import('./age-question.tsx')).AgeQuestion);

/**
 * Asks a student once, right after the first entry, whether they are an adult or a kid, and a kid for their guardian.
 * Closed without an answer, it comes back on the next visit. A student who has said that they are a kid does not
 * close it: the account would stay an adult's, among adults.
 */
export function AgeDialog() {
  const { t } = useTranslation('people');
  const { account } = useAccount();
  const [later, setLater] = useSessionStorage({ key: 'sumi.ageLater', defaultValue: false });
  const [isKid, setKid] = useState(false);
  if (!account) return null;
  return (
    <Modal
      comesFirst
      opened={account.role === 'student' && !account.ageAnswered && !later}
      onClose={() => isKid || setLater(true)}
      title={t(isKid ? 'age.guardianTitle' : 'age.title')}
      closeButtonProps={{ 'aria-label': t('age.later') }}
      withCloseButton={!isKid}
    >
      <Suspense fallback={<LoadingState />}>
        <AgeQuestion ownEmail={account.email} isKid={isKid} onKid={setKid} />
      </Suspense>
    </Modal>
  );
}
