import { Box, Button } from '@mantine/core';
import { IconBrandGoogle, IconCalendarDown, IconCalendarPlus, IconCalendarWeek } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { classAddress } from '#features/classes/web/open-class/class-invitation.ts';
import { addressOf } from '#web/api/address-of.ts';
import { Menu } from '#web/ui/overlays/menu.tsx';
import { downloadClassEvent, type SharedClass } from '../contract.ts';
import { googleCalendarAddress } from './google-calendar-address.ts';

/**
 * A button that puts a class into the reader's own calendar: Google's, or any other program by a file; for a member
 * also all of their classes. Where the address says `#calendar`, as the drawer's link does, it is scrolled to and its
 * menu is open: of a button outside of the window no menu shows.
 */
export function AddToCalendar({
  liveClass,
  isMember,
}: {
  liveClass: Pick<SharedClass, 'id' | 'title' | 'startsAt' | 'durationMinutes' | 'zone'>;
  isMember: boolean;
}) {
  const { t } = useTranslation('sharing');
  const isAskedFor = useLocation().hash === '#calendar';
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isAskedFor) place.current?.scrollIntoView({ block: 'center' });
  }, [isAskedFor]);
  const address = classAddress(liveClass.id, window.location.origin);
  return (
    <Box ref={place}>
      <Menu
        position="bottom-start"
        withinPortal
        defaultOpened={isAskedFor}
        target={
          <Button fullWidth variant="default" leftSection={<IconCalendarPlus size="1.25rem" aria-hidden />}>
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
        {isMember && (
          <Menu.Item
            component={Link}
            to="/calendar/feed"
            leftSection={<IconCalendarWeek size="1.25rem" aria-hidden />}
          >
            {t('calendar.all')}
          </Menu.Item>
        )}
      </Menu>
    </Box>
  );
}
