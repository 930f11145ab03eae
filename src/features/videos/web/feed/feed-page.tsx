import { Button, Drawer, Group, Title, useMatches } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconBookmarks, IconVideoPlus } from '@tabler/icons-react';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { useList } from '#web/api/use-list.ts';
import { i18n } from '#web/i18n/i18n.ts';
import type { ShellHandle } from '#web/shell/user-shell.tsx';
import { may } from '../../permissions.ts';
import { feedQuery } from '../queries.ts';
import { ActionButton } from '../watch/action-button.tsx';
import { VideoStage } from '../watch/video-stage.tsx';
import { EmptyFeed } from './feed-end.tsx';
import { countFilters, type FeedFilters, noFilters, readFilters, writeFilters } from './feed-filters.ts';
import classes from './feed-page.module.css';
import { FiltersPanel } from './filters-panel.tsx';

export const handle: ShellHandle = { bleed: true };

export function meta() {
  return [{ title: i18n.t('meta.feed', { ns: 'videos' }) }];
}

/** From here on the filters stand beside the videos; the same width as in feed-page.module.css. */
const wideFrom = '(min-width: 75em)';

/** Where somebody left the feed, to come back to the same video within a visit. */
let left = { search: '', index: 0 };

/** The feed: one video at a time, filters beside it or, where there is no room, in a drawer. */
export default function FeedPage() {
  const { t } = useTranslation('videos');
  const [params, setParams] = useSearchParams();
  const filters = useMemo(() => readFilters(params), [params]);
  const search = writeFilters(filters).toString();
  const feed = useList(feedQuery(filters));
  const { account } = useAccount();
  const mayPropose = account && may({ kind: 'member', userId: account.id, ...account }, 'propose') === null;
  const wide = useMediaQuery(wideFrom, false, { getInitialValueInEffect: false });
  const [asked, drawer] = useDisclosure();
  const opened = asked && !wide;
  const drawerFrom = useMatches({ base: 'bottom', sm: 'right' } as const);

  // On top of what the address says by now: two quick choices are both made, also before the first is drawn.
  const change = useCallback(
    (choice: Partial<FeedFilters>) => {
      const chosen = readFilters(new URLSearchParams(window.location.search));
      setParams(writeFilters({ ...chosen, ...choice }), {
        replace: true,
        preventScrollReset: true,
        flushSync: true,
      });
    },
    [setParams],
  );
  const clear = countFilters(filters) > 0 ? () => change(noFilters) : undefined;
  const found = feed.items
    ? t(feed.query.hasNextPage ? 'status.foundMore' : 'status.found', { count: feed.items.length })
    : '';
  const active = countFilters(filters);
  const tools = useMemo(
    () =>
      !wide && (
        <ActionButton
          icon={IconAdjustmentsHorizontal}
          label={active > 0 ? `${t('action.filters')} · ${active}` : t('action.filters')}
          hint={active > 0 ? t('action.filtersActive', { count: active }) : undefined}
          popup
          onClick={drawer.open}
        />
      ),
    [wide, active, drawer.open, t],
  );
  const panel = (
    <FiltersPanel filters={filters} onChange={change} found={found}>
      <Button
        component={Link}
        to="/feed/saved"
        variant="light"
        color="feed"
        leftSection={<IconBookmarks size="1.25rem" aria-hidden />}
      >
        {t('saved.title')}
      </Button>
      {mayPropose && (
        <Button
          component={Link}
          to="/feed/proposals"
          variant="default"
          leftSection={<IconVideoPlus size="1.25rem" aria-hidden />}
        >
          {t('proposals.link')}
        </Button>
      )}
    </FiltersPanel>
  );

  return (
    <div className={classes.page}>
      <h1 className="visually-hidden">{t('title')}</h1>
      <p className="visually-hidden" aria-live="polite">
        {found}
      </p>
      <VideoStage
        list={feed}
        version={search}
        label={t('feed.label')}
        failed={t('feed.failed')}
        empty={<EmptyFeed onClear={clear} onFilter={wide ? undefined : drawer.open} />}
        startAt={left.search === search ? left.index : 0}
        paused={opened}
        onArrive={(index) => {
          left = { search, index };
        }}
        tools={tools}
        onClear={clear}
      />
      {wide && (
        <aside className={classes.panel} aria-label={t('filters.title')}>
          <Title order={2} size="h3" mb="md">
            {t('filters.title')}
          </Title>
          {panel}
        </aside>
      )}
      <Drawer
        opened={opened}
        onClose={drawer.close}
        position={drawerFrom}
        size={drawerFrom === 'bottom' ? '86dvh' : '24rem'}
        title={t('filters.title')}
        classNames={{ content: classes.drawer, title: classes.drawerTitle }}
        closeButtonProps={{ 'aria-label': t('filters.close') }}
      >
        {panel}
        <Group className={classes.drawerFoot}>
          <Button fullWidth color="feed" onClick={drawer.close}>
            {t('filters.show')}
          </Button>
        </Group>
      </Drawer>
    </div>
  );
}
