import { Button, Flex, Group, Stack, Text } from '@mantine/core';
import { IconBellRinging } from '@tabler/icons-react';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Loading } from '#web/ui/lists/loading-blocks.tsx';
import { toastError, toastFailure, toastSuccess } from '#web/ui/toasts/toast.ts';
import { tryDevices } from '../contract.ts';
import { DeviceLoading } from './choices-loading.tsx';
import { findDeviceState, knownDeviceState, startPush, stopPush } from './device-push.ts';
import { choicesQuery } from './use-choices.ts';

/** Not below the notices' key: each notice that arrives would send the subscription to the server again. */
const ownDevice = ['own-device'];

function ownDeviceQuery(pushKey: string, userId: string) {
  return queryOptions({
    queryKey: [...ownDevice, userId],
    queryFn: () => findDeviceState(pushKey, userId),
    placeholderData: () => knownDeviceState(),
  });
}

/** Another place than the page of choices: why push messages help there, and what the reader's "not now" does. */
type Offer = { text: string; onRefuse: () => void };

/**
 * Whether this browser shows push messages, and how to turn them on. The browser asks on a tap only. An `offer` is
 * shown only where they can be turned on and are not.
 */
export function OwnDevice({ pushKey, userId, offer }: { pushKey: string; userId: string; offer?: Offer }) {
  const { t } = useTranslation('notifications');
  const queryClient = useQueryClient();
  const state = useQuery(ownDeviceQuery(pushKey, userId));
  const onSettled = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: ownDevice }),
      // What goes by mail depends on whether there is a device.
      queryClient.invalidateQueries({ queryKey: choicesQuery.queryKey }),
    ]);
  const start = useMutation({
    mutationFn: () => startPush(pushKey, userId),
    onError: (error) => toastFailure(error, t('device.addFailed')),
    onSettled,
  });
  const stop = useMutation({
    mutationFn: stopPush,
    onError: (error) => toastFailure(error, t('device.offFailed')),
    onSettled,
  });
  const trial = useMutation({
    mutationFn: () => call(tryDevices),
    onSuccess({ devices }) {
      if (devices > 0) return toastSuccess(t('device.sent'));
      toastError(t('device.trialFailed'));
      // The server has forgotten this device, because its push service did, say: what this reads sends it there again.
      return queryClient.invalidateQueries({ queryKey: ownDevice });
    },
    onError: (error) => toastFailure(error, t('device.trialFailed')),
  });
  if (!state.data) {
    // An offer is rarely made. On the page of choices the words always come, and push away what stands below.
    if (offer) return null;
    if (!state.error)
      return (
        <Loading>
          <DeviceLoading />
        </Loading>
      );
    return (
      <ErrorState
        isPart
        error={state.error}
        title={t('device.findFailed')}
        onRetry={() => void state.refetch()}
      />
    );
  }
  const add = (
    <Button
      {...(offer && { size: 'sm' })}
      leftSection={<IconBellRinging size="1.25rem" aria-hidden />}
      loading={start.isPending}
      onClick={() => start.mutate()}
    >
      {t('device.add')}
    </Button>
  );
  if (offer) {
    if (state.data === 'on') return start.isSuccess && <Text size="sm">{t('device.on')}</Text>;
    if (state.data !== 'off' && state.data !== 'iphone') return null;
    return (
      <Group justify="space-between" gap="xs">
        <Text size="sm">{state.data === 'off' ? offer.text : t('device.iphone')}</Text>
        <Group gap="xs">
          {state.data === 'off' && add}
          <Button size="sm" variant="subtle" onClick={offer.onRefuse}>
            {t('device.refuse')}
          </Button>
        </Group>
      </Group>
    );
  }
  return (
    <Stack gap="sm">
      <Text>{t(`device.${textOf[state.data]}`)}</Text>
      {state.data === 'off' && (
        <>
          <Text size="sm" c="dimmed">
            {t('device.adding')}
          </Text>
          <Flex>{add}</Flex>
        </>
      )}
      {state.data === 'on' && (
        <Flex direction={{ base: 'column', xs: 'row' }} gap="sm">
          <Button loading={trial.isPending} onClick={() => trial.mutate()}>
            {t('device.trial')}
          </Button>
          <Button variant="default" loading={stop.isPending} onClick={() => stop.mutate()}>
            {t('device.off')}
          </Button>
        </Flex>
      )}
    </Stack>
  );
}

const textOf = {
  on: 'on',
  off: 'text',
  denied: 'denied',
  iphone: 'iphone',
  unsupported: 'unsupported',
} as const;
