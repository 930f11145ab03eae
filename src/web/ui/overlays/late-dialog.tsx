import type { DrawerProps, ModalProps } from '@mantine/core';
import { type ComponentType, type RefAttributes, useState } from 'react';
import { late, useLate, useStands } from './late.ts';

type Openable = { opened: boolean };

/**
 * A dialog whose code is fetched when it is opened for the first time, or before that when the page has come to rest:
 * `const Report = lateDialog(async () => (await import('./report-dialog.tsx')).ReportDialog)`.
 */
export function lateDialog<Props extends Openable>(load: () => Promise<ComponentType<Props>>) {
  const dialog = late(load);
  return function LateDialog(props: Props) {
    const Dialog = useLate(dialog, props.opened);
    // Mantine puts what is mounted later over what was before, so what opens from a drawer has to come after it.
    const [wasOpened, setWasOpened] = useState(props.opened);
    if (props.opened && !wasOpened) setWasOpened(true);
    return Dialog && wasOpened && <FromClosed {...props} dialog={Dialog} />;
  };
}

function FromClosed<Props extends Openable>({
  dialog: Dialog,
  ...props
}: Props & { dialog: ComponentType<Props> }) {
  const stands = useStands();
  return <Dialog {...(props as unknown as Props)} opened={stands && props.opened} />;
}

/** Mantine's modal. */
export const Modal = lateDialog<ModalProps>(async () => (await import('./mantine-dialogs.ts')).Modal);

/** Mantine's drawer. */
export const Drawer = lateDialog<DrawerProps & RefAttributes<HTMLDivElement>>(
  async () => (await import('./mantine-dialogs.ts')).Drawer,
);
