import {
  IconBrandWhatsapp,
  IconCalendarOff,
  IconCopy,
  IconMessage,
  IconTrash,
  IconUserCancel,
  IconUserQuestion,
  IconUserShare,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActsMenu } from '#web/ui/lists/acts-menu.tsx';
import { Menu } from '#web/ui/overlays/menu.tsx';
import { whatsappAddress } from '#web/ui/share/whatsapp-address.ts';
import type { ManagedClass } from '../../contract.ts';
import { useReplyToOffer } from '../desk/use-reply-to-offer.ts';
import { classAddress, classInvitation } from '../open-class/class-invitation.ts';

/** What an organiser can do with a class. */
export type Act =
  | 'writing'
  | 'editing'
  | 'repairing'
  | 'handing-over'
  | 'offering'
  | 'cancelling'
  | 'deleting';

/**
 * What an organiser does seldom or cannot take back, behind one button, each act as far as it is allowed. With `onCopy`
 * it also duplicates the class, where no button beside the menu does. A class to come is told to a group by WhatsApp, a
 * cancelled one too.
 */
export function ClassMenu({
  liveClass,
  onDo,
  onCopy,
}: {
  liveClass: ManagedClass;
  onDo: (what: Act) => void;
  onCopy?: () => void;
}) {
  const { t, i18n } = useTranslation('classes');
  const [now] = useState(() => new Date());
  const reply = useReplyToOffer();
  const { title, allowed, offer, seatsTaken } = liveClass;
  const invitation = classInvitation(liveClass, {
    t,
    language: i18n.language,
    link: classAddress(liveClass.id, location.origin),
    now,
  });
  const items = [
    { label: t('copy.open'), Icon: IconCopy, run: onCopy, shown: onCopy !== undefined },
    {
      label: t('messages.open'),
      Icon: IconMessage,
      run: () => onDo('writing'),
      shown: allowed.sendMessage === null && seatsTaken > 0,
    },
    {
      label: t('handOver.open'),
      Icon: IconUserShare,
      run: () => onDo('handing-over'),
      shown: allowed.handOver === null,
    },
    {
      label: t('offer.open'),
      Icon: IconUserQuestion,
      run: () => onDo('offering'),
      // A reader who may hand it over need not ask.
      shown: allowed.offer === null && allowed.handOver !== null,
    },
    {
      label: t('offer.withdrawIt'),
      Icon: IconUserCancel,
      run: () => offer && reply.mutate({ id: offer.id, answer: 'withdrawn' }),
      shown: offer !== null,
    },
    {
      label: t('cancel.open'),
      Icon: IconCalendarOff,
      run: () => onDo('cancelling'),
      shown: allowed.cancel === null,
    },
    {
      label: t('delete.open'),
      Icon: IconTrash,
      run: () => onDo('deleting'),
      shown: allowed.delete === null,
      color: 'red' as const,
    },
  ].filter(({ shown }) => shown);
  if (items.length === 0 && !invitation) return null;
  return (
    <ActsMenu label={t('admin.menu', { title })}>
      {invitation && (
        <Menu.Item
          component="a"
          href={whatsappAddress(invitation)}
          target="_blank"
          rel="noopener noreferrer"
          leftSection={<IconBrandWhatsapp size="1.25rem" aria-hidden />}
        >
          {t('share.open')}
        </Menu.Item>
      )}
      {items.map(({ label, Icon, run, color }) => (
        <Menu.Item key={label} color={color} leftSection={<Icon size="1.25rem" aria-hidden />} onClick={run}>
          {label}
        </Menu.Item>
      ))}
    </ActsMenu>
  );
}
