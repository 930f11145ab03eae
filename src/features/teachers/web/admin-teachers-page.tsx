import { Badge, Checkbox, Stack, Tabs } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useList } from '#web/api/use-list.ts';
import { i18n } from '#web/i18n/i18n.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import { pageMeta } from '#web/page-meta.ts';
import { CopyText } from '#web/ui/copy-text.tsx';
import { ReasonDialog } from '#web/ui/dialogs/reason-dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ClearFilters } from '#web/ui/lists/clear-filters.tsx';
import { FoundStatus, foundIn } from '#web/ui/lists/found-status.tsx';
import { isEmptyList, ListFilters } from '#web/ui/lists/list-filters.tsx';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { PagedList } from '#web/ui/lists/paged-list.tsx';
import { longestSearch, SearchField } from '#web/ui/lists/search-field.tsx';
import { useFilters } from '#web/ui/lists/use-filters.ts';
import { useHasRoom } from '#web/ui/lists/use-has-room.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { type Application, type VerificationStatus, verificationStatuses } from '../contract.ts';
import { ApplicationCard } from './application-card.tsx';
import { ApprovedTeachers } from './approved-teachers.tsx';
import { applicationsQuery } from './queries.ts';
import styles from './teachers.module.css';
import { type TeacherAct, useDecide } from './use-decide.ts';

export const meta = () => pageMeta(i18n.t('admin.title', { ns: 'teachers' }));

/**
 * Applications to teach, by status, which stands in the address as the tab, and by a search, which stands there too.
 */
export default function AdminTeachersPage() {
  const { t } = useTranslation('teachers');
  const { number } = useFigures();
  const [{ tab: status = 'pending' }, chooseTab] = useFilters({ tab: verificationStatuses });
  const [{ search: sought = '', pages: asked }, choose, clear] = useFilters({
    pages: ['changed'] as const,
    search: (written: string) => written.slice(0, longestSearch),
  });
  // Only approved teachers have a page.
  const pages = status === 'approved' ? asked : undefined;
  const list = useList(applicationsQuery(status, sought, pages));
  const counts = list.first?.counts;
  const isWithoutAny = counts && verificationStatuses.every((each) => counts[each] === 0);
  return (
    <div>
      <PageHeader title={t('admin.title')} text={t('admin.text')} accent="teach" />
      <Tabs
        value={status}
        onChange={(chosen) => chooseTab('tab', chosen === 'pending' ? '' : (chosen ?? ''))}
      >
        <Stack gap="md">
          <Tabs.List aria-label={t('admin.tabs')}>
            {verificationStatuses.map((each) => (
              <Tabs.Tab
                key={each}
                value={each}
                rightSection={counts?.[each] ? <Badge color="gray">{number(counts[each])}</Badge> : undefined}
              >
                {t(`admin.status.${each}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <ListFilters
            isEmpty={isEmptyList(list) && isWithoutAny}
            isFiltered={sought !== '' || pages !== undefined}
          >
            <SearchField
              label={t('admin.search')}
              placeholder={t('admin.searchHint')}
              maw="28rem"
              value={sought}
              onSearch={(text) => choose('search', text)}
            />
            {status === 'approved' && (
              <Checkbox
                mt="sm"
                label={t('admin.changedOnly')}
                checked={pages !== undefined}
                onChange={({ currentTarget }) => choose('pages', currentTarget.checked ? 'changed' : '')}
              />
            )}
            <FoundStatus filters={`${sought}\n${pages ?? ''}`} found={foundIn(list)} />
          </ListFilters>
          {verificationStatuses.map((each) => (
            <Tabs.Panel key={each} value={each}>
              {each === status && (
                <Applications status={status} search={sought} pages={pages} onClear={clear} />
              )}
            </Tabs.Panel>
          ))}
        </Stack>
      </Tabs>
    </div>
  );
}

/** Copies the address where people apply to teach. */
function CopyInvitation() {
  const { t } = useTranslation('teachers');
  return (
    <CopyText
      text={`${window.location.origin}/teacher`}
      label={t('admin.copy')}
      copiedLabel={t('admin.copied')}
    />
  );
}

/** Approved teachers are a table where there is room for one; applicants who wait are cards. */
const roomForATable = '68em';

type Asked = { application: Application; decision: Exclude<TeacherAct, 'approve' | 'reopen'> };

function Applications({
  status,
  search,
  pages,
  onClear,
}: {
  status: VerificationStatus;
  search: string;
  pages: 'changed' | undefined;
  onClear: () => void;
}) {
  const { t } = useTranslation('teachers');
  const [asked, setAsked] = useState<Asked | null>(null);
  const { decide, busyIds } = useDecide(({ application: { id } }) =>
    setAsked((now) => (now?.application.id === id ? null : now)),
  );
  const { query, ...list } = useList(applicationsQuery(status, search, pages));
  // While another status loads, the applications on the page are of the previous one.
  const decideOrAsk = (application: Application, decision: TeacherAct) =>
    decision === 'approve' || decision === 'reopen'
      ? decide({ application, decision })
      : setAsked({ application, decision });
  const asTable = useHasRoom(roomForATable);
  const isOfAnother = query.isPlaceholderData && list.items?.[0]?.verificationStatus !== status;
  return (
    <>
      <PagedList
        list={{ query, items: isOfAnother ? undefined : list.items }}
        failed={t('admin.failed')}
        loading={<LoadingBlocks heights={['20rem', '20rem']} className={styles.applications} />}
        empty={
          search ? (
            <EmptyState
              title={t('admin.notFound')}
              mood="surprised"
              action={<ClearFilters onClear={onClear} />}
            />
          ) : pages ? (
            <EmptyState
              title={t('admin.noneChanged')}
              mood="proud"
              action={<ClearFilters onClear={onClear} />}
            />
          ) : (
            <EmptyState
              title={t(`admin.empty.${status}`)}
              mood={status === 'pending' ? 'proud' : 'asleep'}
              {...(status !== 'rejected' && { text: t('admin.invite'), action: <CopyInvitation /> })}
            />
          )
        }
        more={t('admin.more')}
      >
        {(applications) =>
          status === 'approved' && asTable ? (
            <ApprovedTeachers teachers={applications} onDecide={decideOrAsk} />
          ) : (
            <div className={styles.applications}>
              {applications.map((application) => (
                <ApplicationCard
                  key={application.id}
                  application={application}
                  busy={busyIds.includes(application.id)}
                  onDecide={(decision) => decideOrAsk(application, decision)}
                />
              ))}
            </div>
          )
        }
      </PagedList>
      <ReasonDialog
        question={
          asked && {
            title: t(`admin.ask.${asked.decision}`, { name: asked.application.name }),
            text: t(`admin.askText.${asked.decision}`, { count: asked.application.upcomingEvents }),
            confirmLabel: t(`admin.${asked.decision}`),
            danger: true,
            label: t('admin.reason'),
            hint: t('admin.reasonHint'),
            missing: t('admin.reasonMissing'),
            oneLine: true,
          }
        }
        busy={asked !== null && busyIds.includes(asked.application.id)}
        onConfirm={(reason) => asked && decide({ ...asked, reason })}
        onClose={() => setAsked(null)}
      />
    </>
  );
}
