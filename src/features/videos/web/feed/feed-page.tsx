import { Button, Title, useMatches } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconBookmarks, IconVideoPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Account } from '#features/accounts/contract.ts';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { useList } from '#web/api/use-list.ts';
import { i18n } from '#web/i18n/i18n.ts';
import { pageMeta } from '#web/page-meta.ts';
import type { ShellHandle } from '#web/shell/user-shell.tsx';
import { DialogActs } from '#web/ui/dialogs/dialog-acts.tsx';
import { Drawer } from '#web/ui/overlays/lazy-dialog.tsx';
import { may } from '../../permissions.ts';
import { feedQuery } from '../queries.ts';
import { ActionButton } from '../watch/action-button.tsx';
import { VideoStage } from '../watch/video-stage.tsx';
import { EmptyFeed } from './feed-end.tsx';
import { countFilters, noFilters, writeFilters } from './feed-filters.ts';
import { FeedFinish } from './feed-finish.tsx';
import classes from './feed-page.module.css';
import { findFeedPlace, saveFeedPlace } from './feed-place.ts';
import { FiltersPanel } from './filters-panel.tsx';
import { useFeedFilters } from './use-feed-filters.ts';
import { useNotInterested } from './use-not-interested.ts';
import { usePlacedFirst } from './use-placed-first.ts';
import { useRestart } from './use-restart.ts';

export const handle: ShellHandle = { bleed: true };

export const meta = () => pageMeta(i18n.t('title', { ns: 'videos' }), i18n.t('text', { ns: 'videos' }));

/** From this width the filters stand beside the videos; as in feed-page.module.css. */
export const wideFrom = '(min-width: 75em)';

const finishLine = (onNext: () => void, here: boolean) => <FeedFinish here={here} onNext={onNext} />;

/** The feed, once the account is known: its languages are the first ones that the filters offer. */
export default function FeedPage() {
  const { account } = useAccount();
  return account && <Feed account={account} />;
}

/** One video at a time, with the filters beside it or, on narrow screens, in a drawer. */
function Feed({ account }: { account: Account }) {
  const { t } = useTranslation('videos');
  const { filters, change, video } = useFeedFilters(account);
  const version = `${writeFilters(filters)}${video ?? ''}`;
  const { list: feed, dismiss } = useNotInterested(usePlacedFirst(useList(feedQuery(filters)), video));
  const restart = useRestart();
  const mayPropose = may({ kind: 'member', userId: account.id, ...account }, 'propose') === null;
  const wide = useMediaQuery(wideFrom, false, { getInitialValueInEffect: false });
  const [asked, drawer] = useDisclosure();
  const opened = asked && !wide;
  const drawerFrom = useMatches({ base: 'bottom', sm: 'right' } as const);

  const active = countFilters(filters);
  // Before the first video of a community there is nothing to filter.
  const isWithoutVideos = active === 0 && feed.items?.length === 0 && !feed.query.hasNextPage;
  const [isRead, setIsRead] = useState(false);
  if (!isRead && (feed.items || feed.query.error)) setIsRead(true);
  const clear = active > 0 ? () => change(noFilters) : undefined;
  const found = feed.items
    ? t(feed.query.hasNextPage ? 'status.foundMore' : 'status.found', { count: feed.items.length })
    : '';
  const tools = useMemo(
    () =>
      !wide && (
        <>
          <ActionButton
            icon={IconAdjustmentsHorizontal}
            label={active > 0 ? `${t('action.filters')} · ${active}` : t('action.filters')}
            hint={active > 0 ? t('action.filtersActive', { count: active }) : undefined}
            popup
            onClick={drawer.open}
          />
          <ActionButton
            icon={IconBookmarks}
            label={t('saved.title')}
            hint={t('saved.list')}
            to="/feed/saved"
          />
        </>
      ),
    [wide, active, drawer.open, t],
  );
  const panel = (
    <FiltersPanel filters={filters} own={account.languages} onChange={change} found={found}>
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
        version={version}
        label={t('feed.label')}
        failed={t('feed.failed')}
        empty={
          <EmptyFeed mayPropose={mayPropose} onClear={clear} onFilter={wide ? undefined : drawer.open} />
        }
        startAt={findFeedPlace(version, feed.items)}
        onArrive={(index, { id }) => saveFeedPlace(version, index, id)}
        onRestart={restart}
        onDismiss={dismiss}
        finish={finishLine}
        tools={tools}
        onClear={clear}
      />
      {wide && !isWithoutVideos && (
        <aside
          className={classes.panel}
          aria-label={t('filters.title')}
          // Until the first list is there it keeps its room, so that it does not flash over an empty one.
          style={{ visibility: isRead ? undefined : 'hidden' }}
        >
          <Title order={2} size="h3" mb="md">
            {t('filters.title')}
          </Title>
          {panel}
        </aside>
      )}
      <Drawer
        takesWayBack
        opened={opened}
        onClose={drawer.close}
        position={drawerFrom}
        size={drawerFrom === 'bottom' ? '86dvh' : '24rem'}
        title={t('filters.title')}
        classNames={{ content: classes.drawer, title: classes.drawerTitle }}
        closeButtonProps={{ 'aria-label': t('filters.close') }}
      >
        {panel}
        <DialogActs>
          <Button fullWidth color="feed" onClick={drawer.close}>
            {t('filters.show')}
          </Button>
        </DialogActs>
      </Drawer>
    </div>
  );
}
