import { Tabs } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SideDrawer } from '#web/ui/dialogs/side-drawer.tsx';
import { useLast } from '#web/ui/dialogs/use-last.ts';
import type { ManagedClass } from '../../contract.ts';
import { ClassReviews } from '../attendance/class-reviews.tsx';
import { RollCall } from '../attendance/roll-call.tsx';
import styles from '../seat/class-card.module.css';
import { CancelDialog } from './cancel-dialog.tsx';
import type { Act } from './class-actions.tsx';
import { ClassDetails } from './class-details.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { EditClass } from './edit-class.tsx';
import { HandOverDialog } from './hand-over-dialog.tsx';
import { RepairClass } from './repair-class.tsx';

/** What the organiser is doing with the class in the drawer. */
type Doing = 'looking' | Act;

/** Details, attendance and reviews of one class, for its organisers. Closed without a class. */
export function ClassDrawer({
  liveClass,
  zone,
  onClose,
}: {
  liveClass: ManagedClass | undefined;
  /** The viewer's zone. */
  zone: string;
  onClose: () => void;
}) {
  const [doing, setDoing] = useState<Doing>('looking');
  const shown = useLast(liveClass ?? null);
  const stop = () => setDoing('looking');
  return (
    <>
      <SideDrawer
        opened={liveClass !== undefined}
        onClose={onClose}
        onExitTransitionEnd={stop}
        size="lg"
        holdsForm={doing === 'editing' || doing === 'repairing'}
        title={
          <span className={styles.drawerTitle} data-cancelled={shown?.status === 'cancelled' || undefined}>
            {shown?.title}
          </span>
        }
      >
        {shown && doing === 'editing' && <EditClass liveClass={shown} zone={zone} onDone={stop} />}
        {shown && doing === 'repairing' && <RepairClass liveClass={shown} onDone={stop} />}
        {shown && doing !== 'editing' && doing !== 'repairing' && (
          <Parts key={shown.id} liveClass={shown} zone={zone} onDo={setDoing} />
        )}
      </SideDrawer>
      <CancelDialog liveClass={doing === 'cancelling' ? shown : null} onClose={stop} />
      <HandOverDialog liveClass={doing === 'handing-over' ? shown : null} onClose={stop} />
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
