import type { MantineColor } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';

/** One way to somewhere: navigation is data that a shell draws as a bar, a sidebar or tabs. */
export type NavigationEntry = {
  to: string;
  label: string;
  icon: Icon;
  /** The bright colour of what is done there. */
  color?: MantineColor;
  /** Also stands in the tab bar of a phone. */
  tab?: boolean;
  /** Lights up on this address only, not on those below it. */
  end?: boolean;
};

/** The person a shell shows; the letter of the e-mail stands in for a missing picture. */
export type ShellPerson = { name: string; email: string; image: string | null };
