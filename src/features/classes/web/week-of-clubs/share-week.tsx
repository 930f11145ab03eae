import { Button, Stack, Text } from '@mantine/core';
import { IconMessage2Share } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '#web/ui/overlays/lazy-dialog.tsx';
import { ZoneSelect } from '#web/ui/places/zone-select.tsx';
import { ReadyText } from '#web/ui/share/ready-text.tsx';
import type { ClassCard } from '../../contract.ts';
import { readLastZone, rememberZone } from '../organise/last-zone.ts';
import { weekText } from './week-text.ts';

/**
 * For organisers: the clubs that a week shows, as a text for a group, to look through before it is sent. Its hours are
 * those of the zone that was last chosen on this device, at first the organiser's own.
 */
export function ShareWeek({
  clubs,
  now,
  zone: own,
}: {
  clubs: readonly ClassCard[];
  now: Date;
  /** The organiser's zone. */
  zone: string;
}) {
  const { t, i18n } = useTranslation('classes');
  const [opened, setOpened] = useState(false);
  const [chosen, setChosen] = useState(() => readLastZone('week-text'));
  const zone = chosen ?? own;
  const { origin } = window.location;
  const text = weekText(clubs, { t, language: i18n.language, origin, zone, now });
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconMessage2Share size="1.25rem" aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t('share.week.open')}
      </Button>
      <Modal opened={opened} onClose={() => setOpened(false)} title={t('share.week.title')}>
        {text === null ? (
          <Text>{t('share.week.none')}</Text>
        ) : (
          <Stack>
            <ZoneSelect
              current={own}
              label={t('share.week.zone')}
              value={zone}
              onChange={(picked) => {
                if (picked === null) return;
                setChosen(picked);
                rememberZone('week-text', picked);
              }}
            />
            <ReadyText text={text} label={t('share.week.label')} hint={t('share.week.hint')} />
          </Stack>
        )}
      </Modal>
    </>
  );
}
