import type { Menu as MantineMenu, MenuProps } from '@mantine/core';
import { type ComponentType, type ReactElement, type ReactNode, useState } from 'react';
import { fetchFloating, floating } from './floating.ts';
import { useLazyPart, useMayOpen } from './lazy-part.ts';
import { Target } from './target.tsx';
import { toastMissingPart } from './toast-missing-part.ts';

type Props = Omit<MenuProps, 'opened' | 'onChange' | 'children'> & { children: ReactNode };

/**
 * Mantine's menu, whose code is fetched when it is first used, or when the page has come to rest:
 * `<Menu target={<Button>…</Button>}><Menu.Item>…`. A press on the button before the code is here opens the menu once
 * it is.
 */
export function Menu({ target, defaultOpened = false, ...menu }: Props & { target: ReactElement }) {
  const [opened, setOpened] = useState(defaultOpened);
  const parts = useLazyPart(floating, opened, (error) => {
    toastMissingPart(error);
    setOpened(false);
  });
  const before = {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: fetchFloating,
    onFocus: fetchFloating,
    onClick: () => setOpened(true),
  };
  return (
    <Target button={target} before={before}>
      {(targetProxy) =>
        parts && (
          <MenuHere {...menu} parts={parts} targetProxy={targetProxy} opened={opened} onChange={setOpened} />
        )
      }
    </Target>
  );
}

function MenuHere({
  parts: { Menu },
  targetProxy,
  opened,
  children,
  ...menu
}: Props & {
  parts: NonNullable<typeof floating.part>;
  targetProxy: ReactElement;
  opened: boolean;
  onChange: (opened: boolean) => void;
}) {
  const mayOpen = useMayOpen();
  return (
    <Menu {...menu} opened={mayOpen && opened}>
      <Menu.Target>{targetProxy}</Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}

type ItemOrLabel = 'Item' | 'Label';

/** A part of a menu, which is drawn in an open one only, whose code is here. */
function partOfMenu<Name extends ItemOrLabel>(name: Name) {
  const Part = (props: object) => {
    const Here: ComponentType | undefined = floating.part?.Menu[name];
    return Here && <Here {...props} />;
  };
  return Part as (typeof MantineMenu)[Name];
}

Menu.Item = partOfMenu('Item');
Menu.Label = partOfMenu('Label');
