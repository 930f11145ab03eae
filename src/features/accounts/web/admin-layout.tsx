import { IconCalendarEvent, IconLayoutDashboard, IconSchool, IconTrophy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router';
import { AdminShell, type NavigationGroup } from '#web/shell/admin-shell.tsx';
import { signOutHere } from './sign-out-here.ts';
import { useAccount } from './use-account.ts';

/** The frame of the admin area. A teacher who is no administrator sees only the way to their classes. */
export default function AdminLayout() {
  const { account } = useAccount();
  const isAdmin = account?.role === 'admin';
  const groups = useGroups(isAdmin);
  if (!account) return null;
  return (
    <AdminShell groups={groups} person={account} admin={isAdmin} onSignOut={signOutHere}>
      <Outlet />
    </AdminShell>
  );
}

function useGroups(isAdmin: boolean): NavigationGroup[] {
  const { t } = useTranslation('shell');
  const classes = { to: '/admin/classes', label: t('admin.classes'), icon: IconCalendarEvent, color: 'live' };
  return [
    {
      label: t('admin.group'),
      entries: isAdmin
        ? [
            { to: '/admin', label: t('admin.dashboard'), icon: IconLayoutDashboard, end: true },
            classes,
            { to: '/admin/ranking', label: t('admin.ranking'), icon: IconTrophy, color: 'cup' },
          ]
        : [classes],
    },
    {
      label: t('admin.navigation'),
      entries: [{ to: '/dashboard', label: t('admin.studentView'), icon: IconSchool }],
    },
  ];
}
