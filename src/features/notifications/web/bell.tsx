import { ActionIcon, Indicator } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { lazyComponent } from '#web/ui/overlays/lazy-component.tsx';
import { Popover } from '#web/ui/overlays/popover.tsx';
import styles from './bell.module.css';
import { NoticesLoading } from './notices-loading.tsx';
import { latestNoticesQuery } from './queries.ts';

// Every page of a member has the bell; what a notice says, in the words of many features, comes with the opened list.
const LatestNotices = lazyComponent(async () => (await import('./latest-notices.tsx')).LatestNotices);

const desktop = '(min-width: 48em)';
const mostShown = 99;

/** The bell with the number of unread notices. A phone navigates to the page; a desktop opens the latest notices. */
export function Bell() {
  const { t } = useTranslation('notifications');
  const isDesktop = useMediaQuery(desktop, false, { getInitialValueInEffect: false });
  const [opened, list] = useDisclosure();
  const { data } = useQuery(latestNoticesQuery);
  const unread = data?.unread ?? 0;
  const name = unread > 0 ? t('bell.unread', { count: unread }) : t('bell.none');
  const picture = (
    <Unread count={unread}>
      <IconBell size="1.5rem" aria-hidden />
    </Unread>
  );
  if (!isDesktop) {
    return (
      <ActionIcon component={Link} to="/notifications" color="brand" aria-label={name}>
        {picture}
      </ActionIcon>
    );
  }
  return (
    <Popover
      opened={opened}
      onChange={(open) => (open ? list.open() : list.close())}
      position="bottom-end"
      width="24rem"
      shadow="md"
      radius="lg"
      trapFocus
      returnFocus
      label={t('page.title')}
      className={styles.dropdown}
      target={
        <ActionIcon color="brand" aria-label={name} onClick={list.toggle}>
          {picture}
        </ActionIcon>
      }
    >
      <Suspense fallback={<NoticesLoading />}>
        <LatestNotices onLeave={list.close} />
      </Suspense>
    </Popover>
  );
}

/** The number on the bell; its accessible name holds it too. */
function Unread({ count, children }: { count: number; children: ReactNode }) {
  return (
    <Indicator
      disabled={count === 0}
      label={<span aria-hidden>{count > mostShown ? `${mostShown}+` : count}</span>}
      color="live"
      size="1.125rem"
      offset={4}
      classNames={{ indicator: styles.count }}
    >
      {children}
    </Indicator>
  );
}
