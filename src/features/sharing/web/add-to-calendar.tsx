import { Button } from '@mantine/core';
import { IconBrandGoogle, IconCalendarDown, IconCalendarPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { classAddress } from '#features/classes/web/open-class/class-invitation.ts';
import { addressOf } from '#web/api/address-of.ts';
import { Menu } from '#web/ui/overlays/menu.tsx';
import { downloadClassEvent, type SharedClass } from '../contract.ts';
import { googleCalendarAddress } from './google-calendar-address.ts';

/** A button that puts a class into the reader's own calendar: Google's, or any other program by a file. */
export function AddToCalendar({
  liveClass,
}: {
  liveClass: Pick<SharedClass, 'id' | 'title' | 'startsAt' | 'durationMinutes' | 'zone'>;
}) {
  const { t } = useTranslation('sharing');
  const address = classAddress(liveClass.id, window.location.origin);
  return (
    <Menu
      position="bottom-start"
      withinPortal
      target={
        <Button variant="default" leftSection={<IconCalendarPlus size="1.25rem" aria-hidden />}>
          {t('calendar.open')}
        </Button>
      }
    >
      <Menu.Item
        component="a"
        href={googleCalendarAddress(liveClass, address)}
        target="_blank"
        rel="noopener noreferrer"
        leftSection={<IconBrandGoogle size="1.25rem" aria-hidden />}
      >
        {t('calendar.google')}
      </Menu.Item>
      <Menu.Item
        component="a"
        href={addressOf(downloadClassEvent.path, { id: liveClass.id })}
        download
        leftSection={<IconCalendarDown size="1.25rem" aria-hidden />}
      >
        {t('calendar.file')}
      </Menu.Item>
    </Menu>
  );
}
