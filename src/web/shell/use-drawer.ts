import { useDisclosure } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** The slide-out menu of a frame: closed by every change of address, as by the phone's own way back. */
export function useDrawer(): ReturnType<typeof useDisclosure> {
  const [opened, menu] = useDisclosure();
  const { key } = useLocation();
  const before = useRef(key);
  useEffect(() => {
    if (before.current !== key) menu.close();
    before.current = key;
  }, [key, menu]);
  return [opened, menu];
}
