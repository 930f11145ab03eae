import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Logo } from '../ui/brand/logo.tsx';
import { Drawer } from '../ui/overlays/lazy-dialog.tsx';
import { LocalePicker } from './locale-picker.tsx';
import { SchemePicker } from './scheme-picker.tsx';

/** The menu that slides in on a phone: the links, the language and the colour scheme. */
export function ShellDrawer({
  opened,
  onClose,
  children,
}: {
  opened: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation('shell');
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size="18rem"
      title={<Logo />}
      closeButtonProps={{ 'aria-label': t('menu.close') }}
    >
      <nav aria-label={t('menu.pages')}>{children}</nav>
      <Stack gap="xs" mt="xs">
        <LocalePicker asRow />
        <SchemePicker asRow />
      </Stack>
    </Drawer>
  );
}
