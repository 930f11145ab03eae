import { Button, Text } from '@mantine/core';
import { IconMessage2Share } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mexicoCity } from '#shared/zones.ts';
import { Modal } from '#web/ui/overlays/late-dialog.tsx';
import { ReadyText } from '#web/ui/share/ready-text.tsx';
import type { ClassCard } from '../../contract.ts';
import { weekText } from './week-text.ts';

/** For organisers: the clubs that a week shows, as a text for a group, to look through before it is sent. */
export function ShareWeek({ clubs, now }: { clubs: readonly ClassCard[]; now: Date }) {
  const { t, i18n } = useTranslation(['classes', 'shell']);
  const [opened, setOpened] = useState(false);
  const { origin } = window.location;
  const text = weekText(clubs, { t, language: i18n.language, origin, zone: mexicoCity, now });
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconMessage2Share size="1.25rem" aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t('share.week.open')}
      </Button>
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        title={t('share.week.title')}
        closeButtonProps={{ 'aria-label': t('shell:dialog.close') }}
      >
        {text === null ? (
          <Text>{t('share.week.none')}</Text>
        ) : (
          <ReadyText text={text} label={t('share.week.label')} hint={t('share.week.hint')} />
        )}
      </Modal>
    </>
  );
}
