import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Menu } from '../overlays/menu.tsx';

/** The menu of what can be done with a row, behind three dots. `label` names the row; `children` are `Menu.Item`s. */
export function ActsMenu({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Menu
      position="bottom-end"
      target={
        <ActionIcon color="gray" aria-label={label}>
          <IconDots size="1.25rem" aria-hidden />
        </ActionIcon>
      }
    >
      {children}
    </Menu>
  );
}
