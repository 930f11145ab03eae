import { Button, Center, Skeleton, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { Role } from '#shared/actor.ts';
import { i18n } from '#web/i18n/i18n.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { useFailureToast } from '#web/ui/use-failure-toast.ts';
import type { PersonRow } from '../contract.ts';
import { PeopleCards } from './people-cards.tsx';
import { PeopleFilterBar } from './people-filter-bar.tsx';
import { filtersIn, saying } from './people-filters.ts';
import { PeopleTable } from './people-table.tsx';
import { PersonDrawer } from './person-drawer.tsx';
import { peopleList } from './queries.ts';
import { RoleDialog } from './role-dialog.tsx';

export function meta() {
  return [{ title: `${i18n.t('page.title', { ns: 'people' })} · Sumi` }];
}

/**
 * The people of the community: found by a piece of their name or address, and what can be done about each. The
 * address holds the search and whoever is open, so that both can be sent to somebody.
 */
export default function StudentsPage() {
  const { t } = useTranslation('people');
  const { number } = useFigures();
  const [address, setAddress] = useSearchParams();
  const filters = filtersIn(address);
  const list = useInfiniteQuery(peopleList(filters));
  const [wish, setWish] = useState<{ person: PersonRow; role: Role } | null>(null);
  useFailureToast(list.error, t('page.failed'));
  const people = list.data?.pages.flatMap(({ items }) => items);
  const total = list.data?.pages[0]?.total;
  const say = (name: string, value: string) =>
    setAddress((now) => saying(now, name, value), { replace: true, preventScrollReset: true });
  return (
    <div>
      <PageHeader title={t('page.title')} text={t('page.text')} accent="teach" />
      <Stack gap="lg">
        <PeopleFilterBar filters={filters} onFilter={say} />
        <Text role="status" c="dimmed" mih="1.5em">
          {typeof total === 'number' && t('page.total', { count: total, figure: number(total) })}
        </Text>
        {!people &&
          (list.error ? (
            <ErrorState error={list.error} title={t('page.failed')} onRetry={list.refetch} />
          ) : (
            <Loading />
          ))}
        {people?.length === 0 && <EmptyState title={t('page.empty')} text={t('page.emptyText')} />}
        {people && people.length > 0 && (
          <Shown
            people={people}
            onOpen={(id) => say('person', id)}
            onRole={(person, role) => setWish({ person, role })}
          />
        )}
        {list.hasNextPage && (
          <Center>
            <Button variant="default" loading={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
              {t('page.more')}
            </Button>
          </Center>
        )}
      </Stack>
      <PersonDrawer id={address.get('person')} onClose={() => say('person', '')} />
      {wish && <RoleDialog person={wish.person} wanted={wish.role} onClose={() => setWish(null)} />}
    </div>
  );
}

const roomForATable = '(min-width: 68em)';

function Shown(props: Parameters<typeof PeopleTable>[0]) {
  const wide = useMediaQuery(roomForATable, undefined, { getInitialValueInEffect: false });
  return wide ? <PeopleTable {...props} /> : <PeopleCards {...props} />;
}

function Loading() {
  const { t } = useTranslation('shell');
  return (
    <Stack role="status" aria-label={t('loading')} gap="sm">
      {[1, 2, 3, 4, 5, 6].map((line) => (
        <Skeleton key={line} h="4.5rem" radius="lg" />
      ))}
    </Stack>
  );
}
