import { Badge, Button, Center, Skeleton, Stack, Tabs, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { i18n } from '#web/i18n/i18n.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { type VerificationStatus, verificationStatuses } from '../contract.ts';
import { ApplicationCard } from './application-card.tsx';
import { applicationsQuery } from './queries.ts';
import { type Asked, ReasonDialog } from './reason-dialog.tsx';
import styles from './teachers.module.css';
import { useDecide } from './use-decide.tsx';

export function meta() {
  return [{ title: `${i18n.t('admin.title', { ns: 'teachers' })} · Sumi` }];
}

/** Who wants to teach, who does, and who was refused. */
export default function AdminTeachersPage() {
  const { t } = useTranslation('teachers');
  const { number } = useFigures();
  const [status, setStatus] = useState<VerificationStatus>('pending');
  const [search, setSearch] = useState('');
  const [sought] = useDebouncedValue(search.trim(), 300);
  const counts = useInfiniteQuery(applicationsQuery(status, sought)).data?.pages[0]?.counts;
  return (
    <div>
      <PageHeader title={t('admin.title')} text={t('admin.text')} accent="teach" />
      <Tabs value={status} onChange={(chosen) => setStatus((chosen ?? 'pending') as VerificationStatus)}>
        <Stack gap="md">
          <Tabs.List className={styles.tabs} aria-label={t('admin.tabs')}>
            {verificationStatuses.map((each) => (
              <Tabs.Tab
                key={each}
                value={each}
                rightSection={counts && <Badge color="gray">{number(counts[each])}</Badge>}
              >
                {t(`admin.status.${each}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <TextInput
            type="search"
            label={t('admin.search')}
            leftSection={<IconSearch size="1.25rem" aria-hidden />}
            maxLength={100}
            maw="28rem"
            value={search}
            onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          />
          {verificationStatuses.map((each) => (
            <Tabs.Panel key={each} value={each}>
              {each === status && <Applications status={status} search={sought} />}
            </Tabs.Panel>
          ))}
        </Stack>
      </Tabs>
    </div>
  );
}

function Applications({ status, search }: { status: VerificationStatus; search: string }) {
  const { t } = useTranslation('teachers');
  const [asked, setAsked] = useState<Asked | null>(null);
  const { decide, busyId } = useDecide(() => setAsked(null));
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isPlaceholderData } =
    useInfiniteQuery(applicationsQuery(status, search));
  if (!data || (isPlaceholderData && data.pages[0]?.items[0]?.verificationStatus !== status)) {
    return error ? <ErrorState error={error} title={t('admin.failed')} onRetry={refetch} /> : <Loading />;
  }
  const applications = data.pages.flatMap(({ items }) => items);
  return (
    <>
      {applications.length === 0 &&
        (search ? (
          <EmptyState title={t('admin.notFound')} mood="surprised" />
        ) : (
          <EmptyState title={t(`admin.empty.${status}`)} mood={status === 'pending' ? 'proud' : 'asleep'} />
        ))}
      <div className={styles.applications}>
        {applications.map((application) => (
          <ApplicationCard
            key={application.id}
            application={application}
            busy={busyId === application.id}
            onDecide={(decision) =>
              decision === 'reject' || decision === 'revoke'
                ? setAsked({ application, decision })
                : decide({ application, decision })
            }
          />
        ))}
      </div>
      {hasNextPage && (
        <Center mt="lg">
          <Button variant="default" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
            {t('admin.more')}
          </Button>
        </Center>
      )}
      <ReasonDialog
        asked={asked}
        busy={busyId !== null}
        onDecide={(wish, reason) => decide({ ...wish, reason })}
        onClose={() => setAsked(null)}
      />
    </>
  );
}

function Loading() {
  const { t } = useTranslation('shell');
  return (
    <div role="status" aria-label={t('loading')} className={styles.applications}>
      <Skeleton h="20rem" radius="lg" />
      <Skeleton h="20rem" radius="lg" />
    </div>
  );
}
