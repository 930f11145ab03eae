import { Button, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCoins, IconDownload, IconLink } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { addressOf } from '#web/api/address-of.ts';
import { useList } from '#web/api/use-list.ts';
import { i18n } from '#web/i18n/i18n.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import { pageMeta } from '#web/page-meta.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ClearFilters } from '#web/ui/lists/clear-filters.tsx';
import { foundIn } from '#web/ui/lists/found-status.tsx';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { PagedList } from '#web/ui/lists/paged-list.tsx';
import { useFilters, useOpenedByAddress } from '#web/ui/lists/use-filters.ts';
import { useHasRoom } from '#web/ui/lists/use-has-room.ts';
import { lazyDialog } from '#web/ui/overlays/lazy-dialog.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { exportPeople, type PersonRow, peopleFilters, peopleOrders } from '../contract.ts';
import { PeopleCards } from './people-cards.tsx';
import { PeopleFilterBar } from './people-filter-bar.tsx';
import { PeopleTable } from './people-table.tsx';
import { PersonDrawer } from './person-drawer.tsx';
import { peopleQuery } from './queries.ts';
import { RoleDialog } from './role-dialog.tsx';

export const meta = () => pageMeta(i18n.t('page.title', { ns: 'people' }));

const GiveCoinsDrawer = lazyDialog(
  async () => (await import('./coins/give-coins-drawer.tsx')).GiveCoinsDrawer,
);

/**
 * The people of the community, with search and filters, and a drawer for one person. The page's address holds the
 * filters and the open person, so that a reload and a sent link show the same.
 */
export default function StudentsPage() {
  const { t } = useTranslation('people');
  const { number } = useFigures();
  const [filters, filter, clear] = useFilters(peopleFilters.shape);
  // Apart, so that the order stays when the filters are cleared.
  const [{ sort = 'newest' }, order] = useFilters({ sort: peopleOrders });
  const opened = useOpenedByAddress('person');
  const list = useList(peopleQuery(filters, sort));
  const [asked, setAsked] = useState<PersonRow | null>(null);
  const [isGiving, { open: openGiving, close: closeGiving }] = useDisclosure(false);
  const total = list.first?.total;
  return (
    <div>
      <PageHeader
        title={t('page.title')}
        text={t('page.text')}
        accent="teach"
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconCoins size="1.25rem" aria-hidden />}
              onClick={openGiving}
            >
              {t('giveCoins.open')}
            </Button>
            <Button
              component={Link}
              variant="default"
              to="/admin/students/invitations"
              leftSection={<IconLink size="1.25rem" aria-hidden />}
            >
              {t('invitations.title')}
            </Button>
            <Button
              component="a"
              variant="default"
              href={addressOf(exportPeople.path, {}, { ...filters, sort })}
              download
              leftSection={<IconDownload size="1.25rem" aria-hidden />}
            >
              {t('page.export')}
            </Button>
          </>
        }
      />
      <Stack gap="lg">
        <PeopleFilterBar
          filters={filters}
          sort={sort}
          found={foundIn(list) && { count: total ?? 0, isMore: false }}
          onFilter={(name, value) => (name === 'sort' ? order(name, value) : filter(name, value))}
        />
        <Text c="dimmed" mih="1.5em">
          {typeof total === 'number' && t('page.total', { count: total, figure: number(total) })}
        </Text>
        <PagedList
          list={list}
          failed={t('page.failed')}
          loading={<PeopleLoading />}
          empty={
            <EmptyState
              title={t('page.empty')}
              text={t('page.emptyText')}
              action={<ClearFilters onClear={clear} />}
            />
          }
          more={t('page.more')}
        >
          {(people) => <Shown people={people} onOpen={opened.open} onRole={setAsked} />}
        </PagedList>
      </Stack>
      <PersonDrawer id={opened.openId} onClose={opened.close} />
      <GiveCoinsDrawer opened={isGiving} onClose={closeGiving} />
      {asked && <RoleDialog person={asked} onClose={() => setAsked(null)} />}
    </div>
  );
}

/** For names of a usual length beside the longest roles and headings of any language. */
const roomForATable = '80em';

/** Rows of the table, or cards. */
function PeopleLoading() {
  const wide = useHasRoom(roomForATable);
  return <LoadingBlocks heights={[wide ? '4.5rem' : '12rem']} times={6} />;
}

function Shown(props: Parameters<typeof PeopleTable>[0]) {
  const wide = useHasRoom(roomForATable);
  return wide ? <PeopleTable {...props} /> : <PeopleCards {...props} />;
}
