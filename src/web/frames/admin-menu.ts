import {
  IconCalendarCog,
  IconCalendarEvent,
  IconChalkboardTeacher,
  IconCreditCard,
  IconFlag,
  IconLayoutDashboard,
  IconListSearch,
  IconPlayerPlay,
  IconSchool,
  IconShoppingBag,
  IconSpeakerphone,
  IconTrophy,
  IconUsers,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { NavigationGroup } from '../shell/admin-shell.tsx';
import type { NavigationEntry } from '../shell/navigation-entry.ts';

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
        {
          to: '/admin/announcements',
          label: t('admin.announcements'),
          icon: IconSpeakerphone,
          color: 'live',
        },
        { to: '/admin/store', label: t('admin.store'), icon: IconShoppingBag, color: 'coins' },
        { to: '/admin/calendar', label: t('admin.calendar'), icon: IconCalendarCog, color: 'live' },
        { to: '/admin/audit', label: t('admin.audit'), icon: IconListSearch },
      ],
    },
    { label: t('admin.navigation'), entries: [studentView] },
  ];
}
