import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** Switches between light and dark; until a person does, the system decides. */
export function SchemePicker() {
  const { t } = useTranslation('shell');
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light');
  const other = scheme === 'light' ? 'dark' : 'light';
  return (
    <ActionIcon color="brand" aria-label={t(`scheme.${other}`)} onClick={() => setColorScheme(other)}>
      {/* Both are in the page and the stylesheet shows one: which is not known when the page is written out. */}
      <IconSun size="1.375rem" aria-hidden className="dark-only" />
      <IconMoon size="1.375rem" aria-hidden className="light-only" />
    </ActionIcon>
  );
}
