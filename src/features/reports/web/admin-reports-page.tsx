import { Stack, Tabs } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { useList } from '#web/api/use-list.ts';
import { i18n } from '#web/i18n/i18n.ts';
import { pageMeta } from '#web/page-meta.ts';
import { ReasonDialog } from '#web/ui/dialogs/reason-dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { useAct } from '#web/ui/forms/use-act.ts';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { PagedList } from '#web/ui/lists/paged-list.tsx';
import { useFilters } from '#web/ui/lists/use-filters.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { type ReportedThing, reopenReports, settleReports, showReported } from '../contract.ts';
import type { Outcome } from '../rules.ts';
import { reportsQuery } from './queries.ts';
import { ReportedCard } from './reported-card.tsx';
import styles from './reports.module.css';

export const meta = () => pageMeta(i18n.t('admin.title', { ns: 'reports' }));

const tabs = ['open', 'settled'] as const;

/** What people reported: what waits for a decision, and what was decided. The tab stands in the address. */
export default function AdminReportsPage() {
  const { t } = useTranslation('reports');
  const [{ tab = 'open' }, choose] = useFilters({ tab: tabs });
  return (
    <div>
      <PageHeader title={t('admin.title')} text={t('admin.text')} />
      <Tabs value={tab} onChange={(chosen) => choose('tab', chosen === 'open' ? '' : (chosen ?? ''))}>
        <Tabs.List mb="lg" aria-label={t('admin.title')}>
          {tabs.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {t(`admin.tabs.${each}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map((each) => (
          <Tabs.Panel key={each} value={each}>
            {each === tab && <Queue settled={tab === 'settled'} />}
          </Tabs.Panel>
        ))}
      </Tabs>
    </div>
  );
}

/** Both the page and the name of a person can be reported, and a thing can be settled several times. */
const keyOf = ({ kind, subject, settledAt }: ReportedThing) => `${kind} ${subject} ${settledAt}`;

type Answer = { thing: ReportedThing; outcome: Outcome; reason: string | null };

function Queue({ settled }: { settled: boolean }) {
  const { t } = useTranslation('reports');
  const [asked, setAsked] = useState<ReportedThing | null>(null);
  const settle = useAct(
    ({ thing: { kind, subject, reports }, outcome, reason }: Answer) =>
      // The latest report stands first; what came since stays open.
      call(settleReports, {
        params: { kind, subject },
        body: { outcome, reason, upTo: reports.items[0]?.createdAt },
      }),
    {
      stale: ['reports'],
      done: (_, { outcome, thing }) => [t(`admin.done.${outcome}`), thing.title ?? ''],
      failed: t('admin.settleFailed'),
      onDone: (_, { thing }) => setAsked((now) => (now && keyOf(now) === keyOf(thing) ? null : now)),
    },
  );
  const show = useAct(
    ({ kind, subject }: ReportedThing) => call(showReported, { params: { kind, subject } }),
    {
      stale: ['reports'],
      done: (_, { title }) => [t('admin.showDone'), title ?? ''],
      failed: t('admin.showFailed'),
    },
  );
  const reopen = useAct(
    ({ kind, subject, settledAt }: ReportedThing) =>
      call(reopenReports, { params: { kind, subject }, body: { settledAt: settledAt ?? '' } }),
    {
      stale: ['reports'],
      done: (_, { title }) => [t('admin.reopened'), title ?? ''],
      failed: t('admin.reopenFailed'),
    },
  );
  const settling = settle.pending.map(({ thing }) => thing);
  const busyKeys = [...settling, ...show.pending, ...reopen.pending].map(keyOf);
  return (
    <Stack>
      <PagedList
        list={useList(reportsQuery(settled))}
        failed={t('admin.failed')}
        loading={<LoadingBlocks heights={['16rem', '16rem']} className={styles.list} />}
        empty={
          <EmptyState
            title={t(settled ? 'admin.noneSettled' : 'admin.noneOpen')}
            text={settled ? undefined : t('admin.noneOpenText')}
            mood={settled ? 'asleep' : 'proud'}
          />
        }
        more={t('admin.more')}
      >
        {(things) => (
          <div className={styles.list}>
            {things.map((thing) => (
              <ReportedCard
                key={keyOf(thing)}
                thing={thing}
                busy={busyKeys.includes(keyOf(thing))}
                onReopen={() => reopen.mutate(thing)}
                onShow={() => show.mutate(thing)}
                onSettle={(outcome) =>
                  outcome === 'upheld' ? setAsked(thing) : settle.mutate({ thing, outcome, reason: null })
                }
              />
            ))}
          </div>
        )}
      </PagedList>
      <ReasonDialog
        question={
          asked && {
            title: t(asked.canHide ? 'admin.hideTitle' : 'admin.upholdTitle'),
            text: asked.keepsForAdults ? t('admin.hideFromKidsText') : t(`admin.upholdText.${asked.kind}`),
            confirmLabel: t(asked.canHide ? 'admin.hide' : 'admin.uphold'),
            danger: true,
            label: t('admin.reason'),
            missing: t('admin.reasonMissing'),
          }
        }
        busy={asked !== null && busyKeys.includes(keyOf(asked))}
        onConfirm={(reason) => asked && settle.mutate({ thing: asked, outcome: 'upheld', reason })}
        onClose={() => setAsked(null)}
      />
    </Stack>
  );
}
