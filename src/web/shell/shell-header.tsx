import { Burger, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** From this width on a shell has a sidebar in place of the slide-out menu. */
export const atPhone = 'sm';

/** The bar at the top of a shell: a skip link, a phone's menu button, `first`, and tools at its end. */
export function ShellHeader({
  opened,
  onToggle,
  first,
  children,
}: {
  /** Whether the slide-out menu is open. */
  opened: boolean;
  onToggle: () => void;
  first: ReactNode;
  children: ReactNode;
}) {
  const { t } = useTranslation('shell');
  return (
    <>
      <a href="#main" className="skip-link">
        {t('skip')}
      </a>
      <Group h="100%" px="md" gap="xs" wrap="nowrap">
        <Burger
          hiddenFrom={atPhone}
          opened={opened}
          onClick={onToggle}
          aria-label={t('menu.open')}
          aria-expanded={opened}
          size="sm"
        />
        {first}
        <Group gap="xs" ml="auto" wrap="nowrap">
          {children}
        </Group>
      </Group>
    </>
  );
}
