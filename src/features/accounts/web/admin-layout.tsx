import {
  IconCalendarCog,
  IconCalendarEvent,
  IconChalkboardTeacher,
  IconCreditCard,
  IconLayoutDashboard,
  IconListSearch,
  IconPlayerPlay,
  IconSchool,
  IconShoppingBag,
  IconTrophy,
  IconUsers,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router';
import { AdminShell, type NavigationGroup } from '#web/shell/admin-shell.tsx';
import { ShellSlots } from '#web/shell/shell-slot.tsx';
import { signOutHere } from './session/sign-out-here.ts';
import { useAccount } from './use-account.ts';

/** The frame of the admin area. A teacher who is no administrator sees only what is theirs to do here. */
export default function AdminLayout() {
  const { account } = useAccount();
  const isAdmin = account?.role === 'admin';
  const groups = useGroups(isAdmin);
  if (!account) return null;
  return (
    <ShellSlots>
      <AdminShell groups={groups} person={account} admin={isAdmin} onSignOut={signOutHere}>
        <Outlet />
      </AdminShell>
    </ShellSlots>
  );
}

function useGroups(isAdmin: boolean): NavigationGroup[] {
  const { t } = useTranslation('shell');
  const classes = { to: '/admin/classes', label: t('admin.classes'), icon: IconCalendarEvent, color: 'live' };
  const studentView = { to: '/dashboard', label: t('admin.studentView'), icon: IconSchool };
  const teacher = { to: '/teacher', label: t('admin.teacher'), icon: IconChalkboardTeacher, color: 'teach' };
  if (!isAdmin) {
    return [
      { label: t('admin.group'), entries: [classes] },
      { label: t('admin.navigation'), entries: [teacher, studentView] },
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
        { to: '/admin/store', label: t('admin.store'), icon: IconShoppingBag, color: 'coins' },
        { to: '/admin/calendar', label: t('admin.calendar'), icon: IconCalendarCog, color: 'live' },
        { to: '/admin/audit', label: t('admin.audit'), icon: IconListSearch },
      ],
    },
    { label: t('admin.navigation'), entries: [studentView] },
  ];
}
