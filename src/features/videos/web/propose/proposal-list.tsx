import { Alert, Anchor, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useList } from '#web/api/use-list.ts';
import { useDates } from '#web/i18n/use-dates.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { PagedList } from '#web/ui/lists/paged-list.tsx';
import type { Proposal } from '../../contract.ts';
import { StatusBadge } from '../status-badge.tsx';
import { VideoFacts } from '../video-facts.tsx';
import { VideoPoster } from '../video-poster.tsx';
import classes from './address-found.module.css';
import { proposalsQuery } from './proposal-queries.ts';

/** The teacher's proposals and their status. */
export function ProposalList() {
  const { t } = useTranslation('videos');
  const proposals = useList(proposalsQuery);
  return (
    <Stack component="section" aria-labelledby="proposals-title">
      <Title order={2} size="h3" id="proposals-title">
        {t('proposals.own')}
      </Title>
      <PagedList
        list={proposals}
        failed={t('proposals.listFailed')}
        loading={<LoadingBlocks heights={['8rem']} />}
        empty={<EmptyState title={t('proposals.empty')} text={t('proposals.emptyText')} titleOrder={3} />}
        more={t('saved.more')}
        gap="md"
      >
        {(items) => items.map((proposal) => <ProposalCard key={proposal.id} proposal={proposal} />)}
      </PagedList>
    </Stack>
  );
}

function ProposalCard({ proposal }: { proposal: Proposal }) {
  const { t } = useTranslation('videos');
  const { moment } = useDates();
  return (
    <Card component="article" padding="md" aria-label={proposal.title}>
      <Group align="start">
        <span className={classes.picture}>
          <VideoPoster video={proposal} />
        </span>
        <Stack gap="xs" className={classes.words}>
          <Group gap="xs">
            <StatusBadge video={proposal} />
            <Text size="sm" c="dimmed">
              {t('proposals.sent', { moment: moment(proposal.createdAt) })}
            </Text>
          </Group>
          <Title order={3} size="h4" lineClamp={2}>
            {proposal.title}
          </Title>
          <VideoFacts of={proposal} />
          {proposal.sourceUrl && (
            <Anchor href={proposal.sourceUrl} target="_blank" rel="noreferrer" size="sm">
              {t('proposals.watchThere', { source: t(`sources.${proposal.source}`) })}
            </Anchor>
          )}
        </Stack>
      </Group>
      {proposal.reason && (
        <Alert color="red" mt="sm" title={t('proposals.reason')}>
          {proposal.reason}
        </Alert>
      )}
    </Card>
  );
}
