import { Button, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Logo } from '../ui/brand/logo.tsx';
import { Drawer } from '../ui/overlays/lazy-dialog.tsx';
import { type BarLink, BarLinks } from './bar-links.tsx';
import { SchemePicker } from './scheme-picker.tsx';

/** The public bar's menu on a phone. */
export function PublicDrawer({
  links,
  isVisitor,
  onClose,
}: {
  links: readonly BarLink[];
  isVisitor: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation('shell');
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      title={<Logo />}
      closeButtonProps={{ 'aria-label': t('menu.close') }}
    >
      <Stack component="nav" aria-label={t('menu.main')} gap="xs">
        <BarLinks links={links} onFollow={onClose} />
      </Stack>
      {isVisitor && (
        <Stack mt="md" gap="sm">
          <Button component={Link} to="/quiz" onClick={onClose}>
            {t('menu.start')}
          </Button>
          <Button component={Link} to="/auth" variant="default" onClick={onClose}>
            {t('menu.signIn')}
          </Button>
        </Stack>
      )}
      <SchemePicker asRow />
    </Drawer>
  );
}
