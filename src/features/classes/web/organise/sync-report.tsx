import { Stack, Text, Title } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { groupBy } from '#shared/group-by.ts';
import { useDates } from '#web/i18n/use-dates.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import { useLast } from '#web/ui/dialogs/use-last.ts';
import { Modal } from '#web/ui/overlays/lazy-dialog.tsx';
import type es from '../texts/es.json';
import styles from './sync-report.module.css';

type Line = { title: string; startsAt: string | null };
type Counted = 'known' | 'not-yours';
type Reason = Exclude<keyof (typeof es)['sync']['because'], Counted>;

/** What the answer of the calendar's import lists, and what it only counts. */
export type Report = {
  changed: (Line & { outcome: 'imported' | 'updated' })[];
  skippedBecause: (Line & { reason: Reason })[];
  vanished: Line[];
  known: number;
  notYours: number;
};

/** Lists the events that an import made classes of, changed or skipped, with the reasons. Closed without a report. */
export function SyncReport({ report, onClose }: { report: Report | null; onClose: () => void }) {
  const { t } = useTranslation('classes');
  const shown = useLast(report);
  return (
    <Modal opened={report !== null && hasNews(report)} onClose={onClose} title={t('sync.report')} size="lg">
      {shown && <Sections report={shown} />}
    </Modal>
  );
}

function hasNews({ changed, skippedBecause, vanished }: Report): boolean {
  return changed.length + vanished.length + skippedBecause.length > 0;
}

function Sections({ report }: { report: Report }) {
  const { t } = useTranslation('classes');
  const { number } = useFigures();
  const { changed, skippedBecause, vanished, known, notYours } = report;
  const of = (wanted: 'imported' | 'updated') => changed.filter(({ outcome }) => outcome === wanted);
  const skipped = groupBy(skippedBecause, ({ reason }) => reason);
  return (
    <Stack gap="lg">
      <Events title={t('sync.importedTitle')} events={of('imported')} />
      <Events title={t('sync.updatedTitle')} events={of('updated')} />
      {[...skipped].map(([reason, events]) => (
        <Events
          key={reason}
          title={`${t(`sync.because.${reason}`)} (${number(events.length)})`}
          events={events}
        />
      ))}
      {known > 0 && <Events title={`${t('sync.because.known')} (${number(known)})`} events={null} />}
      {notYours > 0 && (
        <Events title={`${t('sync.because.not-yours')} (${number(notYours)})`} events={null} />
      )}
      <Events title={t('sync.vanishedTitle')} text={t('sync.vanishedText')} events={vanished} />
    </Stack>
  );
}

/** A section of the report; with `events` null it is its title alone, and without events nothing. */
function Events({ title, text, events }: { title: string; text?: string; events: readonly Line[] | null }) {
  const { t } = useTranslation('classes');
  const { nearMoment } = useDates();
  const id = useId();
  if (events?.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <Title order={3} size="h4" id={id}>
        {title}
      </Title>
      {text && <Text c="dimmed">{text}</Text>}
      {events && (
        <ul className={styles.events}>
          {events.map(({ title: name, startsAt }) => (
            <li key={`${name} ${startsAt}`}>
              <span>{name || t('sync.noTitle')}</span>
              {startsAt && (
                <Text span size="sm" c="dimmed">
                  {nearMoment(startsAt)}
                </Text>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
