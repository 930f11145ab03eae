import type { MantineColor } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';

/** One link of the navigation, which a shell draws as a bar, a sidebar or tabs. */
export type NavigationEntry = {
  to: string;
  label: string;
  icon: Icon;
  /** The bright colour of what is done there. */
  color?: MantineColor;
  /** Also stands in the tab bar of a phone. */
  tab?: boolean;
  /** Active on this address only, not on those below it. */
  end?: boolean;
};

/** The person a shell shows. */
export type ShellPerson = { name: string; email: string; image: string | null };
