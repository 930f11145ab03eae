import { IconUser, IconUserCog } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ActsMenu } from '#web/ui/lists/acts-menu.tsx';
import { Menu } from '#web/ui/overlays/menu.tsx';
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
    <ActsMenu label={t('menu.label', { name: person.name })}>
      <Menu.Item leftSection={<IconUser size="1.25rem" aria-hidden />} onClick={() => onOpen(person.id)}>
        {t('menu.open')}
      </Menu.Item>
      {person.allowed.changeRole === null && (
        <Menu.Item leftSection={<IconUserCog size="1.25rem" aria-hidden />} onClick={() => onRole(person)}>
          {t('acts.role')}
        </Menu.Item>
      )}
    </ActsMenu>
  );
}
