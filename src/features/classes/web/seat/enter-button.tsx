import { Button } from '@mantine/core';
import { IconVideo } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { type ClassCard, enterClass } from '../../contract.ts';

/**
 * Opens the meeting in a tab of its own, and tells the server that the student came. It is a plain link, so that a
 * server or connection that fails at that moment keeps no student out.
 */
export function EnterButton({ liveClass: { id, meetLink } }: { liveClass: ClassCard }) {
  const { t } = useTranslation('classes');
  if (!meetLink) return null;
  const tell = () => void call(enterClass, { params: { id } }).catch(() => {});
  return (
    <Button
      component="a"
      href={meetLink}
      target="_blank"
      rel="noopener noreferrer"
      color="live"
      leftSection={<IconVideo size="1.25rem" aria-hidden />}
      onClick={tell}
      // The middle button of a mouse opens the link, too.
      onAuxClick={tell}
    >
      {t('seat.enter')}
    </Button>
  );
}
