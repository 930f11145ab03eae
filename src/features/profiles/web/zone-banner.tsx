import { Alert, Button, Group, Text } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconMapPin } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { zoneCity } from '#shared/time/zone-city.ts';
import { deviceZone } from '#web/i18n/device-zone.ts';
import { clocksDiffer } from '../rules.ts';
import { useSaveZoneOrLocale } from './use-save-zone-or-locale.ts';

/** Offers once to change the zone of the profile where the device is in another one; a refused zone is kept here. */
export function ZoneBanner() {
  const { t, i18n } = useTranslation('profiles');
  const { account } = useAccount();
  const [refused, setRefused] = useLocalStorage<string[]>({ key: 'sumi.refusedZones', defaultValue: [] });
  const save = useSaveZoneOrLocale();
  // In a prerendered page, the device is not known yet.
  const here = import.meta.env.SSR ? account?.zone : deviceZone();
  if (!account || !here || refused.includes(here) || !clocksDiffer(account.zone, here, new Date()))
    return null;
  const cities = {
    here: zoneCity(here, i18n.language),
    home: zoneCity(account.zone, i18n.language),
  };
  return (
    <Alert color="brand" mb="sm" icon={<IconMapPin aria-hidden />}>
      <Group justify="space-between" gap="xs">
        <Text>{t('zoneBanner.text', cities)}</Text>
        <Group gap="xs">
          <Button variant="default" size="sm" onClick={() => save({ zone: here })}>
            {t('zoneBanner.change')}
          </Button>
          <Button variant="subtle" size="sm" onClick={() => setRefused([...refused, here])}>
            {t('zoneBanner.stay')}
          </Button>
        </Group>
      </Group>
    </Alert>
  );
}
