import {
  IconBroadcast,
  IconCalendarCog,
  IconCalendarEvent,
  IconChalkboardTeacher,
  IconCoin,
  IconCreditCard,
  IconFlag,
  IconHome,
  IconLayoutDashboard,
  IconListSearch,
  IconPlayerPlay,
  IconSchool,
  IconShoppingBag,
  IconTrophy,
  IconUser,
  IconUsers,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { NavigationGroup } from '../shell/admin-shell.tsx';
import type { BarLink } from '../shell/bar-links.tsx';
import type { NavigationEntry } from '../shell/navigation-entry.ts';

/** The links of the bar over the public pages; some are only for signed-in people. */
export function usePublicMenu(signedIn: boolean): BarLink[] {
  const { t } = useTranslation('shell');
  const links = [
    { to: '/#inicio', label: t('menu.home') },
    { to: '/dashboard', label: t('menu.dashboard'), own: true },
    { to: '/feed', label: t('menu.feed'), own: true },
    { to: '/#desafio', label: t('menu.challenge') },
    { to: '/#clubes', label: t('menu.clubs') },
    { to: '/classes', label: t('menu.classes'), own: true },
  ];
  return links.filter(({ own }) => signedIn || !own);
}

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

/** The links of the admin area; a teacher who is no administrator has only their own pages. */
export function useAdminMenu(isAdmin: boolean): NavigationGroup[] {
  const { t } = useTranslation('shell');
  const classes: NavigationEntry = {
    to: '/admin/classes',
    label: t('admin.classes'),
    icon: IconCalendarEvent,
    color: 'live',
  };
  const studentView = { to: '/dashboard', label: t('admin.studentView'), icon: IconSchool };
  if (!isAdmin) {
    const desk: NavigationEntry = {
      to: '/teacher',
      label: t('menu.teach'),
      icon: IconChalkboardTeacher,
      color: 'teach',
    };
    return [
      { label: t('menu.teach'), entries: [desk, { ...classes, label: t('admin.ownClasses') }] },
      { label: t('admin.navigation'), entries: [studentView] },
    ];
  }
  return [
    {
      label: t('admin.group'),
      entries: [
        { to: '/admin', label: t('admin.dashboard'), icon: IconLayoutDashboard, end: true },
        classes,
        { to: '/admin/students', label: t('admin.students'), icon: IconUsers, color: 'teach' },
        { to: '/admin/ranking', label: t('admin.ranking'), icon: IconTrophy, color: 'cup' },
        { to: '/admin/payments', label: t('admin.payments'), icon: IconCreditCard, color: 'coins' },
      ],
    },
    {
      label: t('admin.community'),
      entries: [
        { to: '/admin/teachers', label: t('admin.teachers'), icon: IconChalkboardTeacher, color: 'teach' },
        { to: '/admin/videos', label: t('admin.videos'), icon: IconPlayerPlay, color: 'feed' },
        { to: '/admin/reports', label: t('admin.reports'), icon: IconFlag },
        { to: '/admin/store', label: t('admin.store'), icon: IconShoppingBag, color: 'coins' },
        { to: '/admin/calendar', label: t('admin.calendar'), icon: IconCalendarCog, color: 'live' },
        { to: '/admin/audit', label: t('admin.audit'), icon: IconListSearch },
      ],
    },
    { label: t('admin.navigation'), entries: [studentView] },
  ];
}
