import { useSessionStorage } from '@mantine/hooks';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { LoadingState } from '#web/ui/loading-state.tsx';
import { lazyComponent } from '#web/ui/overlays/lazy-component.tsx';
import { Modal } from '#web/ui/overlays/lazy-dialog.tsx';

/**
 * Every page of a member has this dialog, and few people ever see it: its form, with the schema, loads when it opens.
 */
const NameForm = lazyComponent(async () => (await import('./name-form.tsx')).NameForm);

/**
 * Asks a person who signed up without a name for it once, after the question for their age. Closed without an answer,
 * it comes back on the next visit; keeping the name of the address is an answer.
 */
export function NameDialog() {
  const { t } = useTranslation('profiles');
  const { account } = useAccount();
  const [later, setLater] = useSessionStorage({ key: 'sumi.nameLater', defaultValue: false });
  if (!account) return null;
  const isNext = account.role !== 'student' || account.ageAnswered;
  return (
    <Modal
      comesFirst
      opened={isNext && !account.nameAnswered && !later}
      onClose={() => setLater(true)}
      title={t('nameDialog.title')}
      closeButtonProps={{ 'aria-label': t('nameDialog.later') }}
    >
      <Suspense fallback={<LoadingState />}>
        <NameForm account={account} />
      </Suspense>
    </Modal>
  );
}
