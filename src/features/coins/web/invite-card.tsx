import { Card, Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useFigures } from '#web/i18n/use-figures.ts';
import { CopyText } from '#web/ui/copy-text.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { ShareMenu } from '#web/ui/share/share-menu.tsx';
import { referralQuery } from './queries.ts';

/**
 * The link by which the reader invites others, and what came of it. Without a reward for it nothing is shown. Where the
 * address says `#invite`, as that of another page's link does, it is scrolled to once it is here.
 */
export function InviteCard() {
  const { t } = useTranslation('coins');
  const { number } = useFigures();
  const { data, error, refetch } = useQuery(referralQuery);
  const card = useRef<HTMLDivElement>(null);
  const isAskedFor = useLocation().hash === '#invite';
  const isHere = data !== undefined;
  useEffect(() => {
    if (isAskedFor && isHere) card.current?.scrollIntoView({ block: 'center' });
  }, [isAskedFor, isHere]);
  if (error && !data) return <ErrorState isPart error={error} onRetry={refetch} />;
  if (!data) return <LoadingBlocks heights={['12rem']} />;
  if (data.amount === 0) return null;
  const { code, amount, needsProof, invited, paid } = data;
  const link = `${window.location.origin}/i/${code}`;
  const coins = t('amount', { count: amount, figure: number(amount) });
  return (
    <Card component="section" ref={card} id="invite" aria-labelledby="invite-title">
      <Title order={2} size="h4" mb="xs" id="invite-title">
        {t('invite.title')}
      </Title>
      <Text mb="md">
        {t('invite.text', { coins })}
        {needsProof && ` ${t('invite.proof')}`}
      </Text>
      <Group gap="xs">
        <CopyText text={link} label={t('invite.copy')} copiedLabel={t('invite.copied')} />
        <ShareMenu title={t('invite.share')} message={t('invite.message', { link })} address={link} />
      </Group>
      <Text size="sm" c="dimmed" mt="md">
        {invited === 0 ? t('invite.none') : t('invite.some', { count: invited, paid: number(paid) })}
      </Text>
    </Card>
  );
}
