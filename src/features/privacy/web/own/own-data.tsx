import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { passwordAgain, wrongPassword } from '#features/accounts/contract.ts';
import { PolicyLinks } from '#features/accounts/web/policy-links.tsx';
import { AskPassword } from '#features/accounts/web/security/ask-password.tsx';
import { SecurityDialog } from '#features/accounts/web/security/security-dialog.tsx';
import { CardSection } from '#features/profiles/web/card-section.tsx';
import { downloadFile } from '#web/api/call.ts';
import { isRefusal } from '#web/api/call-error.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { toastFailure, toastSuccess } from '#web/ui/toasts/toast.ts';
import { archiveName, exportOwnData } from '../../contract.ts';
import { DeleteAccount } from './delete-account.tsx';
import classes from './own-data.module.css';

/**
 * The copy of a person's data, where who signed in a while ago types their password first, and the end of the account.
 */
export function OwnData() {
  const { t } = useTranslation('privacy');
  const [asking, setAsking] = useState(false);
  const [deleting, dialog] = useDisclosure();
  const copy = useMutation({
    mutationFn: (password?: string) => downloadFile(exportOwnData, { body: { password } }),
    onSuccess(archive) {
      setAsking(false);
      save(archive);
      toastSuccess(t('data.doneTitle'), t('data.done', { file: archiveName }));
    },
    onError(error) {
      if (isRefusal(error, passwordAgain.code)) setAsking(true);
      else if (!isRefusal(error, wrongPassword.code)) toastFailure(error, t('data.failed'));
    },
  });
  const close = () => {
    setAsking(false);
    copy.reset();
  };
  return (
    <CardSection part="data" title={t('data.title')}>
      <div className={classes.acts}>
        <Text c="dimmed">{t('data.text')}</Text>
        <PolicyLinks />
        <Button
          variant="default"
          leftSection={<IconDownload size="1.25rem" aria-hidden />}
          loading={copy.isPending && !asking}
          onClick={() => copy.mutate(undefined)}
        >
          {t('data.download')}
        </Button>
        <Button variant="light" color="red" onClick={dialog.open}>
          {t('deletion.open')}
        </Button>
      </div>
      <SecurityDialog title={t('deletion.title')} opened={deleting} onClose={dialog.close}>
        <DeleteAccount />
      </SecurityDialog>
      <SecurityDialog title={t('data.confirmTitle')} opened={asking} onClose={close}>
        <AskPassword
          text={t('data.confirmText')}
          confirmLabel={t('data.download')}
          busy={copy.isPending}
          error={isRefusal(copy.error, passwordAgain.code) ? null : copy.error}
          onConfirm={copy.mutate}
        />
      </SecurityDialog>
    </CardSection>
  );
}

/** Has the browser save the archive as a file. */
function save(archive: Blob): void {
  const address = URL.createObjectURL(archive);
  const link = document.createElement('a');
  link.href = address;
  link.download = archiveName;
  link.click();
  // The browser reads the address after this task.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
