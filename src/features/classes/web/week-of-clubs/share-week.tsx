import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { IconBrandWhatsapp, IconMessage2Share } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mexicoCity } from '#shared/zones.ts';
import { CopyText } from '#web/ui/copy-text.tsx';
import { Modal } from '#web/ui/overlays/late-dialog.tsx';
import { whatsappAddress } from '#web/ui/share/whatsapp-address.ts';
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
          <Stack>
            <Textarea
              readOnly
              autosize
              minRows={6}
              maxRows={14}
              value={text}
              label={t('share.week.label')}
              description={t('share.week.hint')}
            />
            <Group gap="sm">
              <Button
                component="a"
                href={whatsappAddress(text)}
                target="_blank"
                rel="noopener noreferrer"
                leftSection={<IconBrandWhatsapp size="1.25rem" aria-hidden />}
              >
                {t('shell:share.whatsapp')}
              </Button>
              <CopyText text={text} label={t('share.week.copy')} copiedLabel={t('share.week.copied')} />
            </Group>
          </Stack>
        )}
      </Modal>
    </>
  );
}
