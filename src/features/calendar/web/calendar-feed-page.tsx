import { Button, Card, List, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '#web/api/call.ts';
import { i18n } from '#web/i18n/i18n.ts';
import { pageMeta } from '#web/page-meta.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { renewOwnFeed, revokeOwnFeed } from '../contract.ts';
import { FeedPanel } from './feed-panel.tsx';
import { ownFeedQuery } from './queries.ts';

export const meta = () => pageMeta(i18n.t('feed.title', { ns: 'calendar' }));

/** Gives a member the address that shows their classes in their own calendar program. */
export default function CalendarFeedPage() {
  const { t } = useTranslation('calendar');
  const { data, error, refetch } = useQuery(ownFeedQuery);
  return (
    <div>
      <PageHeader
        title={t('feed.title')}
        text={t('feed.text')}
        accent="live"
        actions={
          <Button component={Link} to="/classes" variant="default">
            {t('feed.back')}
          </Button>
        }
      />
      <Stack gap="lg">
        <Card component="section" aria-label={t('address.label')}>
          {data ? (
            <FeedPanel
              feed={data}
              empty={{ title: t('feed.empty'), text: t('feed.emptyText') }}
              renew={() => call(renewOwnFeed, {})}
              revoke={() => call(revokeOwnFeed, {})}
            />
          ) : error ? (
            <ErrorState error={error} title={t('feed.failed')} onRetry={refetch} />
          ) : (
            // As high as what a member without an address finds.
            <LoadingBlocks heights={[{ base: '24.5rem', sm: '20rem' }]} />
          )}
        </Card>
        <Card component="section" aria-labelledby="feed-facts">
          <Title order={2} size="h3" id="feed-facts" mb="sm">
            {t('feed.factsTitle')}
          </Title>
          <List spacing="xs">
            <List.Item>{t('feed.facts.follows')}</List.Item>
            <List.Item>{t('feed.facts.secret')}</List.Item>
            <List.Item>{t('feed.facts.meeting')}</List.Item>
          </List>
          <Text size="sm" c="dimmed" mt="sm">
            {t('feed.slow')}
          </Text>
        </Card>
      </Stack>
    </div>
  );
}
