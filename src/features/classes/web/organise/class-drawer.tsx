import { Tabs } from '@mantine/core';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SideDrawer } from '#web/ui/dialogs/side-drawer.tsx';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { lazyComponent } from '#web/ui/overlays/lazy-component.tsx';
import type { ManagedClass } from '../../contract.ts';
import { NotesPanel } from '../after/notes-panel.tsx';
import { ClassReviews } from '../attendance/class-reviews.tsx';
import { RollCall } from '../attendance/roll-call.tsx';
import styles from '../seat/class-card.module.css';
import type { Move } from '../series/following-in.ts';
import { ClassDetails } from './class-details.tsx';
import { ClassDialogs } from './class-dialogs.tsx';
import type { Act } from './class-menu.tsx';
import { RepairClass } from './repair-class.tsx';

// Loaded with the first class that is changed, or notes that are written: a look at a class needs none of it.
const EditClass = lazyComponent(async () => (await import('./edit-class.tsx')).EditClass);
const NotesForm = lazyComponent(async () => (await import('../after/notes-form.tsx')).NotesForm);

/** What the organiser is doing with the class in the drawer. */
type Doing = 'looking' | 'noting' | Act;

/** `link`: the form of the meeting link, and the details once it is left. */
export const drawerTabs = ['details', 'roll', 'notes', 'reviews', 'link'] as const;
export type DrawerTab = (typeof drawerTabs)[number];

/** Details, attendance, notes and reviews of one class, for its organisers. */
export function ClassDrawer({
  opened,
  liveClass: shown,
  instead,
  zone,
  tab,
  onTab,
  onClose,
}: {
  opened: boolean;
  liveClass: ManagedClass | undefined;
  /** What stands in the drawer while there is no class: that it loads, or why it does not. */
  instead: ReactNode;
  /** The reader's zone. */
  zone: string;
  /** The tab that the drawer opens with. */
  tab: DrawerTab;
  onTab: (tab: DrawerTab) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('classes');
  // Null while the organiser has not chosen what to do since the drawer opened.
  const [chosen, setChosen] = useState<Doing | null>(null);
  const doing = chosen ?? (tab === 'link' && shown?.allowed.repair === null ? 'repairing' : 'looking');
  const stop = () => setChosen('looking');
  // Which class was moved here: its people are told with a text for their group, until the drawer closes.
  const [moved, setMoved] = useState<(Move & { id: string }) | null>(null);
  const holdsForm = doing === 'editing' || doing === 'repairing' || doing === 'noting';
  return (
    <>
      <SideDrawer
        hasAddress
        opened={opened}
        onClose={onClose}
        onExitTransitionEnd={() => {
          setChosen(null);
          setMoved(null);
        }}
        size="lg"
        holdsForm={holdsForm}
        title={
          shown ? (
            <span className={styles.drawerTitle} data-cancelled={shown.status === 'cancelled' || undefined}>
              {shown.title}
            </span>
          ) : (
            <span className="visually-hidden">{t('open.title')}</span>
          )
        }
      >
        {!shown && instead}
        {shown && doing === 'editing' && (
          <Suspense fallback={<LoadingBlocks heights={['16rem']} />}>
            <EditClass
              liveClass={shown}
              zone={zone}
              onMoved={(move) => setMoved({ id: shown.id, ...move })}
              onDone={stop}
            />
          </Suspense>
        )}
        {shown && doing === 'repairing' && <RepairClass liveClass={shown} onDone={stop} />}
        {shown && doing === 'noting' && (
          <Suspense fallback={<LoadingBlocks heights={['16rem']} />}>
            <NotesForm liveClass={shown} onDone={stop} />
          </Suspense>
        )}
        {shown && !holdsForm && (
          <Parts
            key={shown.id}
            liveClass={shown}
            zone={zone}
            tab={tab === 'link' ? 'details' : tab}
            onTab={onTab}
            moved={moved?.id === shown.id ? moved : null}
            onDo={setChosen}
          />
        )}
      </SideDrawer>
      <ClassDialogs
        liveClass={shown ?? null}
        doing={doing === 'looking' || doing === 'noting' ? null : doing}
        onClose={stop}
        onDeleted={onClose}
      />
    </>
  );
}

function Parts({
  liveClass,
  zone,
  tab,
  onTab,
  moved,
  onDo,
}: {
  liveClass: ManagedClass;
  zone: string;
  tab: DrawerTab;
  onTab: (tab: DrawerTab) => void;
  moved: Move | null;
  onDo: (doing: Doing) => void;
}) {
  const { t } = useTranslation('classes');
  return (
    <Tabs defaultValue={tab} onChange={(chosen) => onTab(chosen as DrawerTab)} keepMounted={false}>
      <Tabs.List mb="lg">
        <Tabs.Tab value="details">{t('details.tab')}</Tabs.Tab>
        <Tabs.Tab value="roll">{t('roll.tab')}</Tabs.Tab>
        <Tabs.Tab value="notes">{t('notes.tab')}</Tabs.Tab>
        <Tabs.Tab value="reviews">{t('reviews.tab')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="details">
        <ClassDetails liveClass={liveClass} zone={zone} moved={moved} onDo={onDo} />
      </Tabs.Panel>
      <Tabs.Panel value="roll">
        <RollCall liveClass={liveClass} onWrite={() => onDo('writing')} />
      </Tabs.Panel>
      <Tabs.Panel value="notes">
        <NotesPanel liveClass={liveClass} onWrite={() => onDo('noting')} />
      </Tabs.Panel>
      <Tabs.Panel value="reviews">
        <ClassReviews classId={liveClass.id} />
      </Tabs.Panel>
    </Tabs>
  );
}
