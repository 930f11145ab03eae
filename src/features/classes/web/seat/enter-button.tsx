import { Button } from '@mantine/core';
import { IconVideo } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { mayPass } from '#web/api/call-error.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { type ClassCard, enterClass } from '../../contract.ts';

/** The retries of an entry, which take two minutes. */
const mostRetries = 8;

/**
 * Opens the meeting in a tab of its own, and tells the server that the student came. It is a plain link, so that a
 * server or connection that fails at that moment keeps no student out. The retries wait while the page is hidden, and
 * go on when the student comes back to it or goes to another page of Sumi.
 */
export function EnterButton({ liveClass: { id, meetLink } }: { liveClass: ClassCard }) {
  const { t } = useTranslation('classes');
  const enter = useMutation({
    mutationFn: () => call(enterClass, { params: { id } }, { keepalive: true }),
    retry: (failures, error) => failures < mostRetries && mayPass(error),
    // An entry that was not noted is not worth a message to the student.
    onError() {},
  });
  if (!meetLink) return null;
  return (
    <Button
      component="a"
      href={meetLink}
      target="_blank"
      rel="noopener noreferrer"
      color="live"
      leftSection={<IconVideo size="1.25rem" aria-hidden />}
      onClick={() => enter.mutate()}
      // The middle button of a mouse opens the link, too.
      onAuxClick={() => enter.mutate()}
    >
      {t('seat.enter')}
    </Button>
  );
}
