import { Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Role } from '#shared/actor.ts';
import { useList } from '#web/api/use-list.ts';
import { i18n } from '#web/i18n/i18n.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { PagedList } from '#web/ui/lists/paged-list.tsx';
import { useAddressFilters } from '#web/ui/lists/use-address-filters.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { useFailureToast } from '#web/ui/use-failure-toast.ts';
import type { PersonRow } from '../contract.ts';
import { PeopleCards } from './people-cards.tsx';
import { PeopleFilterBar } from './people-filter-bar.tsx';
import { filtersIn } from './people-filters.ts';
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
  const [address, filter] = useAddressFilters();
  const filters = filtersIn(address);
  const list = useList(peopleList(filters));
  const [asked, setAsked] = useState<{ person: PersonRow; role: Role } | null>(null);
  useFailureToast(list.query.error, t('page.failed'));
  const total = list.first?.total;
  return (
    <div>
      <PageHeader title={t('page.title')} text={t('page.text')} accent="teach" />
      <Stack gap="lg">
        <PeopleFilterBar filters={filters} onFilter={filter} />
        <Text role="status" c="dimmed" mih="1.5em">
          {typeof total === 'number' && t('page.total', { count: total, figure: number(total) })}
        </Text>
        <PagedList
          list={list}
          failed={t('page.failed')}
          loading={<LoadingBlocks heights={['4.5rem']} times={6} />}
          empty={<EmptyState title={t('page.empty')} text={t('page.emptyText')} />}
          more={t('page.more')}
        >
          {(people) => (
            <Shown
              people={people}
              onOpen={(id) => filter('person', id)}
              onRole={(person, role) => setAsked({ person, role })}
            />
          )}
        </PagedList>
      </Stack>
      <PersonDrawer id={address.get('person')} onClose={() => filter('person', '')} />
      {asked && <RoleDialog person={asked.person} wanted={asked.role} onClose={() => setAsked(null)} />}
    </div>
  );
}

const roomForATable = '(min-width: 68em)';

function Shown(props: Parameters<typeof PeopleTable>[0]) {
  const wide = useMediaQuery(roomForATable, undefined, { getInitialValueInEffect: false });
  return wide ? <PeopleTable {...props} /> : <PeopleCards {...props} />;
}
