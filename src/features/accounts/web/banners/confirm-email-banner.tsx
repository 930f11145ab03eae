import { Alert, Button, Group, Text } from '@mantine/core';
import { useSessionStorage } from '@mantine/hooks';
import { IconMail } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { toastSuccess } from '#web/ui/toasts/toast.ts';
import { useAccount } from '../use-account.ts';
import { useSendVerification } from '../use-send-verification.ts';

/** Asks a signed-in person to confirm their address, where letters arrive. Closed, it stays away for this visit. */
export function ConfirmEmailBanner() {
  const { t } = useTranslation('accounts');
  const { account } = useAccount();
  const [closed, setClosed] = useSessionStorage({ key: 'sumi.emailBannerClosed', defaultValue: false });
  const { send, busy, prepare } = useSendVerification(() => toastSuccess(t('emailBanner.sent')));
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
        <Button
          variant="default"
          size="sm"
          loading={busy}
          onPointerEnter={prepare}
          onFocus={prepare}
          onClick={send}
        >
          {t('emailBanner.again')}
        </Button>
      </Group>
    </Alert>
  );
}
