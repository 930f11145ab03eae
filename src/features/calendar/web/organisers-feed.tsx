import { Card, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { type Feed, renewOrganisersFeed, revokeOrganisersFeed } from '../contract.ts';
import { FeedPanel } from './feed-panel.tsx';

/** The built-in calendar's address, for organisers' own programs. */
export function OrganisersFeed({ feed }: { feed: Feed }) {
  const { t } = useTranslation('calendar');
  return (
    <Card component="section" aria-labelledby="organisers-feed">
      <Title order={2} size="h3" id="organisers-feed" mb="xs">
        {t('organisers.title')}
      </Title>
      <Text c="dimmed" mb="md">
        {t('organisers.text')}
      </Text>
      <FeedPanel
        feed={feed}
        renew={() => call(renewOrganisersFeed, {})}
        revoke={() => call(revokeOrganisersFeed, {})}
      />
    </Card>
  );
}
