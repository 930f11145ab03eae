import { Group, Stack, Text } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ConfirmEmailButton } from '#features/accounts/web/confirm-email-button.tsx';
import { useAccount } from '#features/accounts/web/use-account.ts';
import type { NoticeTopic } from '../rules.ts';
import { OwnDevice } from './own-device.tsx';
import { choicesQuery } from './use-choices.ts';

/**
 * For a place where a notice matters soon: offers to turn push messages on for this device, with `text` as the reason,
 * until the reader says "not now" on it; and says that no letter arrives while their address is not confirmed. Nothing
 * of a channel on which they chose not to be told of `topic`, and nothing for kids.
 */
export function OfferDevice({ topic, text }: { topic: NoticeTopic; text: string }) {
  const { t } = useTranslation('notifications');
  const { account } = useAccount();
  const { data: choices } = useQuery(choicesQuery);
  const [refused, setRefused] = useLocalStorage({
    key: 'sumi.pushNotNow',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const chosen = choices?.topics.find((one) => one.topic === topic);
  if (!account || !choices || !chosen || choices.noLetters === 'kid') return null;
  return (
    <Stack gap="xs">
      {chosen.push && !refused && (
        <OwnDevice
          pushKey={choices.pushKey}
          userId={account.id}
          offer={{ text, onRefuse: () => setRefused(true) }}
        />
      )}
      {chosen.email && choices.noLetters === 'unproved' && (
        <Group justify="space-between" gap="xs">
          <Text size="sm">{t('device.noLetters')}</Text>
          <ConfirmEmailButton size="sm" variant="default" email={account.email} />
        </Group>
      )}
    </Stack>
  );
}
