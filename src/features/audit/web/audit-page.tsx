import { Button, Group, Stack, Text } from '@mantine/core';
import { IconDownload, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { addressOf } from '#web/api/address-of.ts';
import { useList } from '#web/api/use-list.ts';
import { i18n } from '#web/i18n/i18n.ts';
import { useReaderZone } from '#web/i18n/reader-zone.ts';
import { pageMeta } from '#web/page-meta.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ClearFilters } from '#web/ui/lists/clear-filters.tsx';
import { foundIn } from '#web/ui/lists/found-status.tsx';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { PagedList } from '#web/ui/lists/paged-list.tsx';
import { useFilters } from '#web/ui/lists/use-filters.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { exportAudit } from '../contract.ts';
import { AuditFilterBar } from './audit-filter-bar.tsx';
import { dayFilters, withInstants } from './audit-filters.ts';
import { AuditLines } from './audit-lines.tsx';
import { auditLogQuery } from './queries.ts';

export const meta = () => pageMeta(i18n.t('page.title', { ns: 'audit' }));

/** The audit log: what administrators and teachers did, to whom and why. The address holds the filters. */
export default function AuditPage() {
  const { t } = useTranslation('audit');
  const [days, filter, clear] = useFilters(dayFilters);
  const filters = withInstants(days, useReaderZone());
  const log = useList(auditLogQuery(filters));
  const isFiltered = Object.keys(filters).length > 0;
  // While a filter is taken off, the empty list is still that of the filter.
  const isWithoutActs = !isFiltered && log.items?.length === 0 && !log.query.isPlaceholderData;
  return (
    <div>
      <PageHeader
        title={t('page.title')}
        text={t('page.text')}
        accent="teach"
        actions={
          !isWithoutActs && (
            <Button
              component="a"
              variant="default"
              href={addressOf(exportAudit.path, {}, filters)}
              download
              leftSection={<IconDownload size="1.25rem" aria-hidden />}
            >
              {t('page.export')}
            </Button>
          )
        }
      />
      <Stack gap="lg">
        {!isWithoutActs && <AuditFilterBar filters={days} found={foundIn(log)} onFilter={filter} />}
        {filters.person && (
          <Group gap="sm">
            <Text fw={600}>
              {t('page.about', { name: log.items?.find(({ person }) => person)?.person?.name ?? '…' })}
            </Text>
            <Button
              size="sm"
              variant="default"
              leftSection={<IconX size="1.125rem" aria-hidden />}
              onClick={() => filter('person', '')}
            >
              {t('page.everybody')}
            </Button>
          </Group>
        )}
        <PagedList
          list={log}
          failed={t('page.failed')}
          loading={<LoadingBlocks heights={['5rem']} times={4} />}
          empty={
            <EmptyState
              title={t(isFiltered ? 'page.noneFits' : 'page.empty')}
              text={t(isFiltered ? 'page.noneFitsText' : 'page.emptyText')}
              action={isFiltered && <ClearFilters onClear={clear} />}
            />
          }
          more={t('page.more')}
        >
          {(lines) => <AuditLines lines={lines} />}
        </PagedList>
      </Stack>
    </div>
  );
}
