import { Button, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useMutation } from '#web/api/use-mutation.ts';
import { askAuth } from '../ask-auth.ts';
import { AskPassword } from './ask-password.tsx';
import { BackupCodes } from './backup-codes.tsx';

const answer = z.object({ backupCodes: z.array(z.string()) });

/** Makes ten new backup codes; the codes before no longer work. */
export function NewBackupCodes({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('accounts');
  const make = useMutation({
    mutationFn: async (password: string) =>
      answer.parse(await askAuth('POST /two-factor/generate-backup-codes', { password })),
  });
  if (!make.data) {
    return (
      <AskPassword
        text={t('factor.newCodesText')}
        confirmLabel={t('factor.newCodes')}
        busy={make.isPending}
        error={make.error}
        onConfirm={make.mutate}
      />
    );
  }
  return (
    <Stack>
      <BackupCodes codes={make.data.backupCodes} />
      <Button onClick={onDone}>{t('factor.codesKept')}</Button>
    </Stack>
  );
}
