import { useTranslation } from 'react-i18next';
import { useInvitingAddress } from '#features/coins/web/use-inviting-address.ts';
import { ShareMenu } from '#web/ui/share/share-menu.tsx';
import type { ClassFacts } from '../seat/class-card.tsx';
import { classAddress, classInvitation } from './class-invitation.ts';

/** The ways to pass on the address of a class that has not begun; nothing for another. */
export function ShareClass({ liveClass, now }: { liveClass: ClassFacts; now: Date }) {
  const { t, i18n } = useTranslation('classes');
  const address = useInvitingAddress(classAddress(liveClass.id, window.location.origin));
  const message = classInvitation(liveClass, { t, language: i18n.language, link: address, now });
  if (message === null) return null;
  return <ShareMenu title={liveClass.title} message={message} address={address} />;
}
