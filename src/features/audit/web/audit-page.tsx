import { Button, Center, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconDownload, IconX } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { addressOf } from '#web/api/address-of.ts';
import { i18n } from '#web/i18n/i18n.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { exportAudit } from '../contract.ts';
import { AuditFilterBar } from './audit-filter-bar.tsx';
import { type FilterName, filterNames, filtersIn } from './audit-filters.ts';
import { AuditLines } from './audit-lines.tsx';
import { auditLog } from './queries.ts';

export function meta() {
  return [{ title: `${i18n.t('page.title', { ns: 'audit' })} · Sumi` }];
}

/** The audit log: what administrators and teachers did, to whom and why. The address holds the filters. */
export default function AuditPage() {
  const { t } = useTranslation('audit');
  const [address, setAddress] = useSearchParams();
  const filters = filtersIn(address);
  const log = useInfiniteQuery(auditLog(filters));
  const lines = log.data?.pages.flatMap(({ items }) => items);
  const isFiltered = filterNames.some((name) => address.get(name));
  const filter = (name: FilterName, value: string) =>
    setAddress(
      (now) => {
        const next = new URLSearchParams(now);
        if (value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <div>
      <PageHeader
        title={t('page.title')}
        text={t('page.text')}
        accent="teach"
        actions={
          <Button
            component="a"
            variant="default"
            href={addressOf(exportAudit.path, {}, filters)}
            download
            leftSection={<IconDownload size="1.25rem" aria-hidden />}
          >
            {t('page.export')}
          </Button>
        }
      />
      <Stack gap="lg">
        <AuditFilterBar address={address} onFilter={filter} />
        {address.get('person') && (
          <Group gap="sm">
            <Text fw={600}>
              {t('page.about', { name: lines?.find(({ person }) => person)?.person?.name ?? '…' })}
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
        {!lines &&
          (log.error ? (
            <ErrorState error={log.error} title={t('page.failed')} onRetry={log.refetch} />
          ) : (
            <Loading />
          ))}
        {lines?.length === 0 && (
          <EmptyState
            title={t(isFiltered ? 'page.noneFits' : 'page.empty')}
            text={t(isFiltered ? 'page.noneFitsText' : 'page.emptyText')}
          />
        )}
        {lines && lines.length > 0 && <AuditLines lines={lines} />}
        {log.hasNextPage && (
          <Center>
            <Button variant="default" loading={log.isFetchingNextPage} onClick={() => log.fetchNextPage()}>
              {t('page.more')}
            </Button>
          </Center>
        )}
      </Stack>
    </div>
  );
}

function Loading() {
  const { t } = useTranslation('shell');
  return (
    <Stack role="status" aria-label={t('loading')} gap="sm">
      {[1, 2, 3, 4].map((line) => (
        <Skeleton key={line} h="5rem" radius="lg" />
      ))}
    </Stack>
  );
}
