import {
  IconBroadcast,
  IconCalendarEvent,
  IconChalkboardTeacher,
  IconCoin,
  IconCreditCard,
  IconHome,
  IconPlayerPlay,
  IconShoppingBag,
  IconTrophy,
  IconUser,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { NavigationEntry } from '../shell/navigation-entry.ts';

/** The links of the frame of a signed-in person. A phone has room for five tabs: a teacher's desk takes the cup's. */
export function useUserMenu(isTeacher: boolean): NavigationEntry[] {
  const { t } = useTranslation('shell');
  const desk: NavigationEntry = {
    to: '/teacher',
    label: t('menu.teach'),
    icon: IconChalkboardTeacher,
    color: 'teach',
    tab: true,
  };
  return [
    ...(isTeacher ? [desk] : []),
    { to: '/dashboard', label: t('menu.dashboard'), icon: IconHome, tab: true },
    { to: '/feed', label: t('menu.feed'), icon: IconPlayerPlay, color: 'feed', tab: true },
    { to: '/conversation-clubs', label: t('menu.liveClubs'), icon: IconBroadcast, color: 'live', tab: true },
    { to: '/classes', label: t('menu.myClasses'), icon: IconCalendarEvent, color: 'live', tab: true },
    { to: '/ranking', label: t('menu.challenge'), icon: IconTrophy, color: 'cup', tab: !isTeacher },
    { to: '/store', label: t('menu.store'), icon: IconShoppingBag, color: 'coins' },
    { to: '/coins', label: t('menu.coins'), icon: IconCoin, color: 'coins' },
    { to: '/membership', label: t('menu.membership'), icon: IconCreditCard, color: 'teach' },
    { to: '/profile', label: t('menu.profile'), icon: IconUser },
  ];
}
