import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconUser, IconUserCog } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { PersonRow } from '../contract.ts';

/** The menu of a person in the list: open their drawer, change their role. */
export function PersonMenu({
  person,
  onOpen,
  onRole,
}: {
  person: PersonRow;
  onOpen: (id: string) => void;
  onRole: (person: PersonRow) => void;
}) {
  const { t } = useTranslation('people');
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon color="gray" aria-label={t('menu.label', { name: person.name })}>
          <IconDots size="1.25rem" aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconUser size="1.25rem" aria-hidden />} onClick={() => onOpen(person.id)}>
          {t('menu.open')}
        </Menu.Item>
        <Menu.Item leftSection={<IconUserCog size="1.25rem" aria-hidden />} onClick={() => onRole(person)}>
          {t('acts.role')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
