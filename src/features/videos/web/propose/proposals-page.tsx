import { Button, Stack } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate } from 'react-router';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { i18n } from '#web/i18n/i18n.ts';
import { pageMeta } from '#web/page-meta.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { may } from '../../permissions.ts';
import { ProposalForm } from './proposal-form.tsx';
import { ProposalList } from './proposal-list.tsx';

export const meta = () => pageMeta(i18n.t('proposals.title', { ns: 'videos' }));

/** The page where verified teachers propose videos by their address and follow their status. */
export default function ProposalsPage() {
  const { t } = useTranslation('videos');
  const { account } = useAccount();
  if (account && may({ kind: 'member', userId: account.id, ...account }, 'propose') !== null) {
    return <Navigate to="/feed" replace />;
  }
  return (
    <div>
      <PageHeader
        title={t('proposals.title')}
        text={t('proposals.text')}
        accent="feed"
        actions={
          <Button
            component={Link}
            to="/feed"
            variant="default"
            leftSection={<IconPlayerPlay size="1.25rem" aria-hidden />}
          >
            {t('saved.toFeed')}
          </Button>
        }
      />
      <Stack gap="xl">
        <ProposalForm />
        <ProposalList />
      </Stack>
    </div>
  );
}
