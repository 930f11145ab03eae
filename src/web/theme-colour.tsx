import { useMantineColorScheme } from '@mantine/core';
import { useEffect } from 'react';

/** The paper of each scheme. */
const paper = { light: '#fbf5ea', dark: '#171826' };

/**
 * The colour of a phone's own bars around the page, until a person chose a scheme: that of the paper, light or dark.
 */
export function ThemeColour() {
  return (
    <>
      <meta name="theme-color" content={paper.light} media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content={paper.dark} media="(prefers-color-scheme: dark)" />
    </>
  );
}

/** Gives the bars the colour of the scheme that was chosen, which may be another than the system's. */
export function ChosenThemeColour() {
  const { colorScheme } = useMantineColorScheme();
  useEffect(() => {
    if (colorScheme === 'auto') return;
    for (const colour of document.querySelectorAll('meta[name="theme-color"]')) {
      colour.setAttribute('content', paper[colorScheme]);
    }
  }, [colorScheme]);
  return null;
}
