import { Drawer, Tabs } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLast } from '#web/ui/dialogs/use-last.ts';
import type { ManagedClass } from '../../contract.ts';
import { ClassReviews } from '../attendance/class-reviews.tsx';
import { RollCall } from '../attendance/roll-call.tsx';
import styles from '../seat/class-card.module.css';
import { CancelDialog } from './cancel-dialog.tsx';
import { ClassDetails } from './class-details.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { EditClass } from './edit-class.tsx';

/** What is being done with the class in the drawer. */
export type Doing = 'looking' | 'editing' | 'cancelling' | 'deleting';

/** Everything about one class, for who organises it. Closed while there is none. */
export function ClassDrawer({
  liveClass,
  zone,
  onClose,
}: {
  liveClass: ManagedClass | undefined;
  /** The viewer's. */
  zone: string;
  onClose: () => void;
}) {
  const { t } = useTranslation(['classes', 'shell']);
  const [doing, setDoing] = useState<Doing>('looking');
  const shown = useLast(liveClass ?? null);
  const stop = () => setDoing('looking');
  return (
    <>
      <Drawer
        opened={liveClass !== undefined}
        onClose={onClose}
        onExitTransitionEnd={stop}
        position="right"
        size="lg"
        // A key or a tap meant for a dialog, or beside a form that is half filled in, is no wish to leave.
        closeOnEscape={doing === 'looking'}
        closeOnClickOutside={doing === 'looking'}
        title={
          <span className={styles.drawerTitle} data-cancelled={shown?.status === 'cancelled' || undefined}>
            {shown?.title}
          </span>
        }
        closeButtonProps={{ 'aria-label': t('shell:dialog.close') }}
      >
        {shown && doing === 'editing' && <EditClass liveClass={shown} zone={zone} onDone={stop} />}
        {shown && doing !== 'editing' && (
          <Parts key={shown.id} liveClass={shown} zone={zone} onDo={setDoing} />
        )}
      </Drawer>
      <CancelDialog liveClass={doing === 'cancelling' ? shown : null} onClose={stop} />
      <DeleteDialog liveClass={doing === 'deleting' ? shown : null} onClose={stop} onDeleted={onClose} />
    </>
  );
}

function Parts({
  liveClass,
  zone,
  onDo,
}: {
  liveClass: ManagedClass;
  zone: string;
  onDo: (doing: Doing) => void;
}) {
  const { t } = useTranslation('classes');
  return (
    <Tabs defaultValue="details" keepMounted={false}>
      <Tabs.List mb="lg">
        <Tabs.Tab value="details">{t('details.tab')}</Tabs.Tab>
        <Tabs.Tab value="roll">{t('roll.tab')}</Tabs.Tab>
        <Tabs.Tab value="reviews">{t('reviews.tab')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="details">
        <ClassDetails liveClass={liveClass} zone={zone} onDo={onDo} />
      </Tabs.Panel>
      <Tabs.Panel value="roll">
        <RollCall liveClass={liveClass} />
      </Tabs.Panel>
      <Tabs.Panel value="reviews">
        <ClassReviews classId={liveClass.id} />
      </Tabs.Panel>
    </Tabs>
  );
}
