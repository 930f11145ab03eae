import type { DrawerProps, ModalProps } from '@mantine/core';
import {
  type ComponentType,
  createContext,
  type RefAttributes,
  useContext,
  useDeferredValue,
  useState,
} from 'react';
import { useCover } from './covered.ts';
import { lazyPart, useLazyPart, useMayOpen } from './lazy-part.ts';
import { toastMissingPart } from './toast-missing-part.ts';
import { useShade } from './use-shade.ts';

type Openable = { opened: boolean; onClose: () => void };

/** A dialog that `comesFirst` has every other one wait until it is closed. */
type Order = { comesFirst?: boolean };

/**
 * A dialog whose code is fetched when it is opened for the first time, or before that when the page has come to rest:
 * `const Report = lazyDialog(async () => (await import('./report-dialog.tsx')).ReportDialog)`. Where it cannot be
 * fetched, that is told and it counts as closed.
 *
 * A press is answered at once by the shade that lies behind a dialog. The dialog takes a phone a tenth of a second and
 * more, so that React draws it after that, in slices.
 */
export function lazyDialog<Props extends Openable>(load: () => Promise<ComponentType<Props>>) {
  const dialog = lazyPart(load);
  return function LazyDialog({ comesFirst = false, ...given }: Props & Order) {
    const waits = useCover(given.opened, comesFirst);
    const props = { ...(given as unknown as Props), opened: given.opened && !waits };
    const Dialog = useLazyPart(dialog, props.opened, (error) => {
      toastMissingPart(error);
      props.onClose();
    });
    const isDue = useDeferredValue(props.opened);
    // Mantine puts what is mounted later over what was before, so what opens from a drawer has to come after it.
    const [wasOpened, setWasOpened] = useState(props.opened);
    if (props.opened && !wasOpened) setWasOpened(true);
    const here = wasOpened ? Dialog : null;
    const opened = useMayOpen(here !== null) && isDue && props.opened;
    // No press waits for one that a page begins with; what is drawn inside another begins opened, after a press.
    const [begins] = useState(props.opened);
    const isInside = useContext(Inside);
    useShade(props.opened && !opened && (!begins || isInside));
    return (
      here && (
        <Inside value>
          <Drawn {...props} opened={opened} dialog={here} />
        </Inside>
      )
    );
  };
}

const Inside = createContext(false);

const Drawn = <Props extends Openable>({
  dialog: Dialog,
  ...props
}: Props & { dialog: ComponentType<Props> }) => <Dialog {...(props as unknown as Props)} />;

/** Mantine's modal. */
export const Modal = lazyDialog<ModalProps>(async () => (await import('./mantine-dialogs.tsx')).Modal);

/** Mantine's drawer. */
export const Drawer = lazyDialog<DrawerProps & RefAttributes<HTMLDivElement> & { takesWayBack?: boolean }>(
  async () => (await import('./mantine-dialogs.tsx')).Drawer,
);
