import { Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconLogout, IconSettings, IconUser } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Menu } from '../ui/overlays/menu.tsx';
import type { ShellPerson } from './navigation-entry.ts';
import { PersonAvatar } from './person-avatar.tsx';
import classes from './shell.module.css';

/** The person's picture, which opens a menu to the profile and to sign out. */
export function ProfileMenu({
  person,
  admin = false,
  onSignOut,
}: {
  person: ShellPerson;
  /** Also leads to the admin area. */
  admin?: boolean;
  onSignOut: () => void;
}) {
  const { t } = useTranslation('shell');
  return (
    <Menu
      position="bottom-end"
      width="14rem"
      target={
        <UnstyledButton className={classes.avatarButton}>
          <VisuallyHidden>{t('menu.account')}</VisuallyHidden>
          <PersonAvatar person={person} />
        </UnstyledButton>
      }
    >
      <Menu.Label>
        <Text fw={700} c="bright" truncate>
          {person.name}
        </Text>
        <Text size="xs" truncate>
          {person.email}
        </Text>
      </Menu.Label>
      <Menu.Item component={Link} to="/profile" leftSection={<IconUser size="1.125rem" aria-hidden />}>
        {t('menu.profile')}
      </Menu.Item>
      {admin && (
        <Menu.Item component={Link} to="/admin" leftSection={<IconSettings size="1.125rem" aria-hidden />}>
          {t('menu.admin')}
        </Menu.Item>
      )}
      <Menu.Item color="red" leftSection={<IconLogout size="1.125rem" aria-hidden />} onClick={onSignOut}>
        {t('menu.signOut')}
      </Menu.Item>
    </Menu>
  );
}
