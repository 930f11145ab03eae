import { Menu } from '@mantine/core';
import { IconCalendarOff, IconCopy, IconTrash, IconUserShare } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ActsMenu } from '#web/ui/lists/acts-menu.tsx';
import type { ManagedClass } from '../../contract.ts';

/** What an organiser can do with a class. */
export type Act = 'editing' | 'repairing' | 'handing-over' | 'cancelling' | 'deleting';

/**
 * What an organiser does seldom or cannot take back, behind one button, each act as far as it is allowed. With `onCopy`
 * it also duplicates the class, where no button beside the menu does.
 */
export function ClassMenu({
  liveClass: { title, allowed },
  onDo,
  onCopy,
}: {
  liveClass: ManagedClass;
  onDo: (what: Act) => void;
  onCopy?: () => void;
}) {
  const { t } = useTranslation('classes');
  const items = [
    { label: t('copy.open'), Icon: IconCopy, run: onCopy, shown: onCopy !== undefined },
    {
      label: t('handOver.open'),
      Icon: IconUserShare,
      run: () => onDo('handing-over'),
      shown: allowed.handOver === null,
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
      shown: allowed.remove === null,
      color: 'red',
    },
  ].filter(({ shown }) => shown);
  if (items.length === 0) return null;
  return (
    <ActsMenu label={t('admin.menu', { title })}>
      {items.map(({ label, Icon, run, color }) => (
        <Menu.Item key={label} color={color} leftSection={<Icon size="1.25rem" aria-hidden />} onClick={run}>
          {label}
        </Menu.Item>
      ))}
    </ActsMenu>
  );
}
