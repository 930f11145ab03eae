import { useMediaQuery } from '@mantine/hooks';

/** Whether the page is this wide, from its first drawing on: a table that is too wide is shown as rows. */
export function useHasRoom(width: `${number}em`): boolean | undefined {
  return useMediaQuery(`(min-width: ${width})`, undefined, { getInitialValueInEffect: false });
}
