import { useMantineColorScheme } from '@mantine/core';
import { useEffect } from 'react';
import { colourBars } from './ui/colour-bars.ts';

/** The colour of a phone's own bars around the page, until a person chose a scheme: that of the paper, light or dark. */
export function ThemeColour() {
  return (
    <>
      <meta name="theme-color" content="#fbf5ea" media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content="#171826" media="(prefers-color-scheme: dark)" />
    </>
  );
}

/** Gives the bars the colour of the scheme that was chosen, which may be another than the system's. */
export function ChosenThemeColour() {
  const { colorScheme } = useMantineColorScheme();
  useEffect(() => {
    if (colorScheme !== 'auto') colourBars(colorScheme);
  }, [colorScheme]);
  return null;
}
