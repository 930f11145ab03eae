import { Alert, Button, Group, Text } from '@mantine/core';
import { useSessionStorage } from '@mantine/hooks';
import { IconMail } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { toastFailure, toastSuccess } from '#web/ui/toasts/toast.ts';
import { sendVerification } from '../../contract.ts';
import { useAccount } from '../use-account.ts';

/** Asks a signed-in person to confirm their address, where letters arrive. Closed, it stays away for this visit. */
export function ConfirmEmailBanner() {
  const { t } = useTranslation('accounts');
  const { account } = useAccount();
  const [closed, setClosed] = useSessionStorage({ key: 'sumi.emailBannerClosed', defaultValue: false });
  const again = useMutation({
    mutationFn: () => call(sendVerification),
    onSuccess: () => toastSuccess(t('emailBanner.sent')),
    onError: (error) => toastFailure(error, t('emailPart.sendFailed')),
  });
  if (!account || account.emailProved || closed) return null;
  return (
    <Alert
      color="brand"
      mb="sm"
      icon={<IconMail aria-hidden />}
      withCloseButton
      closeButtonLabel={t('emailBanner.close')}
      onClose={() => setClosed(true)}
    >
      <Group justify="space-between" gap="xs">
        <Text>{t('emailBanner.text', { email: account.email })}</Text>
        <Button variant="default" size="sm" loading={again.isPending} onClick={() => again.mutate()}>
          {t('emailBanner.again')}
        </Button>
      </Group>
    </Alert>
  );
}
