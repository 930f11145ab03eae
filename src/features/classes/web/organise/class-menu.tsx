import { ActionIcon, Menu } from '@mantine/core';
import { IconCalendarOff, IconCopy, IconDots, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ManagedClass } from '../../contract.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { DeleteDialog } from './delete-dialog.tsx';

/** The menu of a class in the list: duplicate, and cancel or delete as far as each is allowed. */
export function ClassMenu({ liveClass, onCopy }: { liveClass: ManagedClass; onCopy: (id: string) => void }) {
  const { t } = useTranslation('classes');
  const [asked, setAsked] = useState<'cancel' | 'remove' | null>(null);
  const { allowed, id, title } = liveClass;
  const close = () => setAsked(null);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon color="gray" aria-label={t('admin.menu', { title })}>
            <IconDots size="1.25rem" aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconCopy size="1.25rem" aria-hidden />} onClick={() => onCopy(id)}>
            {t('copy.open')}
          </Menu.Item>
          {allowed.cancel === null && (
            <Menu.Item
              leftSection={<IconCalendarOff size="1.25rem" aria-hidden />}
              onClick={() => setAsked('cancel')}
            >
              {t('cancel.open')}
            </Menu.Item>
          )}
          {allowed.remove === null && (
            <Menu.Item
              color="red"
              leftSection={<IconTrash size="1.25rem" aria-hidden />}
              onClick={() => setAsked('remove')}
            >
              {t('delete.open')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <CancelDialog liveClass={asked === 'cancel' ? liveClass : null} onClose={close} />
      <DeleteDialog liveClass={asked === 'remove' ? liveClass : null} onClose={close} />
    </>
  );
}
