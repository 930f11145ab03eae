import { Button, Card, Collapse, Group, SegmentedControl, Title } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { i18n } from '#web/i18n/i18n.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import segments from '../my-classes/segments.module.css';
import { useClock } from '../use-clock.ts';
import { WeekCalendar } from '../week-calendar/week-calendar.tsx';
import { emptyForm, type FormValues } from './class-form-values.ts';
import { ManagedList } from './managed-list.tsx';
import { NewClass } from './new-class.tsx';
import { SyncButton } from './sync-button.tsx';

export function meta() {
  return [{ title: `${i18n.t('admin.title', { ns: 'classes' })} · Sumi` }];
}

type View = 'calendar' | 'list';
const formId = 'class-form';

/** Where organisers put classes on the calendar and take them off: all for administrators, a teacher's own. */
export default function AdminClassesPage() {
  const { t } = useTranslation('classes');
  const clock = useClock();
  const [view, setView] = useState<View>('calendar');
  const [formOpen, setFormOpen] = useState(false);
  // What was typed outlives the form, which is made anew each time it opens.
  const draft = useRef<FormValues>(emptyForm);
  const toggle = useRef<HTMLButtonElement>(null);
  const close = () => {
    setFormOpen(false);
    toggle.current?.focus();
  };
  return (
    <div>
      <PageHeader
        title={t('admin.title')}
        accent="live"
        actions={
          <>
            <SyncButton />
            <Button
              ref={toggle}
              color={formOpen ? 'gray' : 'live'}
              variant={formOpen ? 'default' : 'filled'}
              leftSection={
                formOpen ? <IconX size="1.25rem" aria-hidden /> : <IconPlus size="1.25rem" aria-hidden />
              }
              aria-expanded={formOpen}
              aria-controls={formId}
              onClick={() => setFormOpen(!formOpen)}
            >
              {t(formOpen ? 'form.close' : 'form.open')}
            </Button>
          </>
        }
      />
      <Collapse expanded={formOpen} id={formId}>
        {formOpen && (
          <Card mb="lg" component="section" aria-labelledby="class-form-title">
            <Title order={2} size="h3" id="class-form-title" mb="md">
              {t('form.title')}
            </Title>
            <NewClass draft={draft} zone={clock.zone} onScheduled={close} />
          </Card>
        )}
      </Collapse>
      <Group mb="md">
        <SegmentedControl
          classNames={{ label: segments.label }}
          aria-label={t('admin.view')}
          value={view}
          onChange={(chosen) => setView(chosen as View)}
          data={[
            { value: 'calendar', label: t('admin.calendar') },
            { value: 'list', label: t('admin.list') },
          ]}
        />
      </Group>
      {view === 'calendar' ? <WeekCalendar {...clock} /> : <ManagedList {...clock} />}
    </div>
  );
}
