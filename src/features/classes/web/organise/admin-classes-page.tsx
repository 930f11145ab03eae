import { Button, Card, Collapse, Group, Title } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { Suspense, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { mondayOf } from '#shared/time/calendar-days.ts';
import { calendarDay } from '#shared/time/zones.ts';
import { i18n } from '#web/i18n/i18n.ts';
import { pageMeta } from '#web/page-meta.ts';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { lazyComponent } from '#web/ui/overlays/lazy-component.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { ManagedList } from '../managed-list/managed-list.tsx';
import { useClock } from '../use-clock.ts';
import { ClassTools } from '../week-calendar/class-tools.tsx';
import { WeekCalendar } from '../week-calendar/week-calendar.tsx';
import styles from './class-form.module.css';
import type { FormValues } from './class-form-values.ts';
import { OpenClass } from './open-class.tsx';
import { SyncButton } from './sync-button.tsx';
import { useOrganiseAddress } from './use-organise-address.ts';

export const meta = () => pageMeta(i18n.t('admin.title', { ns: 'classes' }));

// Loaded with the first class that is scheduled: a look at the week needs none of it.
const NewClass = lazyComponent(async () => (await import('./new-class.tsx')).NewClass);

const formId = 'class-form';

/**
 * The page where administrators organise every class and teachers their own. The address keeps the view, the week, the
 * open class and the open form.
 */
export default function AdminClassesPage() {
  const { t } = useTranslation('classes');
  const { account } = useAccount();
  const isAdmin = account?.role === 'admin';
  const clock = useClock();
  const { view, monday, openId, tab, isFormOpen, seed, go } = useOrganiseAddress(clock.today);
  // Keeps what was typed while the form is closed, because each opening mounts a new form.
  const drafts = useRef(new Map<string, FormValues>());
  const toggle = useRef<HTMLButtonElement>(null);
  const open = (from: { date?: string; time?: string; copy?: string } = {}) =>
    go({ class: null, tab: null, new: '', date: null, time: null, copy: null, ...from });
  const close = (shown: { week?: string } = {}) => {
    go({ new: null, date: null, time: null, copy: null, ...shown });
    toggle.current?.focus();
  };
  const openClass = (id: string | null) => go({ class: id, tab: null });
  return (
    <div>
      <PageHeader
        title={isAdmin ? t('admin.title') : t('admin.ownTitle')}
        accent="live"
        actions={
          <>
            {!isFormOpen && <SyncButton />}
            <Button
              ref={toggle}
              color={isFormOpen ? 'gray' : 'live'}
              variant={isFormOpen ? 'default' : 'filled'}
              leftSection={
                isFormOpen ? <IconX size="1.25rem" aria-hidden /> : <IconPlus size="1.25rem" aria-hidden />
              }
              aria-expanded={isFormOpen}
              aria-controls={formId}
              onClick={() => (isFormOpen ? close() : open())}
            >
              {t(isFormOpen ? 'form.close' : 'form.open')}
            </Button>
          </>
        }
      />
      <Collapse expanded={isFormOpen} id={formId}>
        {isFormOpen && (
          <Card mb="lg" className={styles.card} component="section" aria-labelledby="class-form-title">
            <Title order={2} size="h3" id="class-form-title" mb="md">
              {t('form.title')}
            </Title>
            <Suspense fallback={<LoadingBlocks heights={['20rem']} />}>
              <NewClass
                key={`${seed.copy} ${seed.date} ${seed.time}`}
                drafts={drafts}
                seed={seed}
                zone={clock.zone}
                onScheduled={({ startsAt }) => close({ week: mondayOf(calendarDay(startsAt, clock.zone)) })}
              />
            </Suspense>
          </Card>
        )}
      </Collapse>
      <Group mb="md" justify="space-between">
        <SegmentedControl
          label={t('admin.view')}
          value={view}
          onChange={(chosen) => go({ view: chosen })}
          data={[
            { value: 'calendar', label: t('admin.calendar') },
            { value: 'list', label: t('admin.list') },
          ]}
        />
        <ClassTools
          showsWeek={view === 'calendar'}
          monday={monday}
          today={clock.today}
          isAdmin={isAdmin}
          onCopied={(week) => go({ week })}
        />
      </Group>
      {view === 'calendar' ? (
        <WeekCalendar
          {...clock}
          monday={monday}
          onTurn={(week) => go({ week })}
          onOpen={openClass}
          onCreate={(date, time) => open({ date, time })}
        />
      ) : (
        <ManagedList
          {...clock}
          onOpen={openClass}
          onCreate={() => open()}
          onCopy={(copy) => open({ copy })}
        />
      )}
      <OpenClass
        id={openId}
        zone={clock.zone}
        tab={tab}
        onTab={(chosen) => go({ tab: chosen })}
        onClose={() => openClass(null)}
      />
    </div>
  );
}
