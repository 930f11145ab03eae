import { Button, Tabs } from '@mantine/core';
import { IconVideoPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { i18n } from '#web/i18n/i18n.ts';
import { pageMeta } from '#web/page-meta.ts';
import { useFilters } from '#web/ui/lists/use-filters.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { ChannelsPanel } from '../channels/channels-panel.tsx';
import { FeedSettingsPanel } from './feed-settings-form.tsx';
import { ModerationPanel } from './moderation-panel.tsx';

export const meta = () => pageMeta(i18n.t('moderation.title', { ns: 'videos' }));

const tabs = ['videos', 'channels', 'mix'] as const;

/** The page where administrators moderate videos, manage channels and mix the feed. */
export default function AdminVideosPage() {
  const { t } = useTranslation('videos');
  const [{ tab = 'videos' }, choose] = useFilters({ tab: tabs });
  return (
    <div>
      <PageHeader
        title={t('moderation.title')}
        text={t('moderation.text')}
        accent="feed"
        actions={
          <Button
            component={Link}
            to="/feed/proposals"
            variant="default"
            leftSection={<IconVideoPlus size="1.25rem" aria-hidden />}
          >
            {t('proposals.link')}
          </Button>
        }
      />
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(chosen) => choose('tab', chosen === 'videos' ? '' : (chosen ?? ''))}
      >
        <Tabs.List mb="lg" aria-label={t('moderation.title')}>
          <Tabs.Tab value="videos">{t('moderation.videos')}</Tabs.Tab>
          <Tabs.Tab value="channels">{t('channels.title')}</Tabs.Tab>
          <Tabs.Tab value="mix">{t('mix.title')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="videos">
          <ModerationPanel />
        </Tabs.Panel>
        <Tabs.Panel value="channels">
          <ChannelsPanel />
        </Tabs.Panel>
        <Tabs.Panel value="mix">
          <FeedSettingsPanel />
        </Tabs.Panel>
      </Tabs>
    </div>
  );
}
