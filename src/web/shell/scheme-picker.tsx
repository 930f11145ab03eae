import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './shell.module.css';

/**
 * Switches between light and dark; until a person does, the system decides. `asRow` is a line of a menu, with words.
 */
export function SchemePicker({ asRow = false }: { asRow?: boolean }) {
  const { t } = useTranslation('shell');
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light');
  const other = scheme === 'light' ? 'dark' : 'light';
  // Both are in the page and the stylesheet shows one: which is not known when the page is written out.
  const icons = (
    <>
      <IconSun size={asRow ? '1.5rem' : '1.375rem'} aria-hidden className="dark-only" />
      <IconMoon size={asRow ? '1.5rem' : '1.375rem'} aria-hidden className="light-only" />
    </>
  );
  if (asRow) {
    return (
      <button type="button" className={classes.sideLink} onClick={() => setColorScheme(other)}>
        {icons}
        <span>{t(`scheme.${other}`)}</span>
      </button>
    );
  }
  return (
    <ActionIcon color="brand" aria-label={t(`scheme.${other}`)} onClick={() => setColorScheme(other)}>
      {icons}
    </ActionIcon>
  );
}
