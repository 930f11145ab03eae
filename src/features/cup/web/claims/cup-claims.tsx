import { Button, Center, SegmentedControl, Skeleton, Stack, Textarea, Title } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { toastFailure, toastSuccess } from '#web/ui/toast.ts';
import { confirmCupClaim, type ManagedClaim, rejectCupClaim, revokeCupClaim } from '../../contract.ts';
import styles from '../board/filter-bar.module.css';
import { cupClaims } from '../queries.ts';
import { ClaimCard, type Verb } from './claim-card.tsx';

const refusing = { reject: rejectCupClaim, revoke: revokeCupClaim };
type Wish = { claim: ManagedClaim; verb: Verb; reason?: string };

/** Who says which row is theirs, to be confirmed or not; and those confirmed, to be taken back. */
export function CupClaims() {
  const { t } = useTranslation(['cup', 'shell']);
  const [status, setStatus] = useState<'pending' | 'confirmed'>('pending');
  const [asked, setAsked] = useState<Wish | null>(null);
  const claims = useInfiniteQuery(cupClaims(status));
  const queryClient = useQueryClient();
  const decide = useMutation({
    mutationFn: ({ claim: { id }, verb, reason }: Wish) =>
      verb === 'confirm'
        ? call(confirmCupClaim, { params: { id } })
        : call(refusing[verb], { params: { id }, body: reason ? { reason } : {} }),
    onSuccess: (_, { claim, verb }) => toastSuccess(t(`claims.done.${verb}`), claim.person.name),
    onError: (error) => toastFailure(error, t('claims.decideFailed')),
    onSettled: () => {
      setAsked(null);
      return queryClient.invalidateQueries({ queryKey: ['cup', 'claims'] });
    },
  });
  return (
    <Stack component="section" aria-labelledby="claims-title">
      <Title order={2} id="claims-title">
        {t('claims.title')}
      </Title>
      <SegmentedControl
        size="md"
        maw="24rem"
        classNames={{ label: styles.orderLabel }}
        aria-label={t('claims.title')}
        value={status}
        onChange={(chosen) => setStatus(chosen as typeof status)}
        data={(['pending', 'confirmed'] as const).map((value) => ({ value, label: t(`claims.${value}`) }))}
      />
      {shown()}
      <ConfirmDialog
        opened={asked !== null}
        title={t(asked?.verb === 'revoke' ? 'claims.revokeTitle' : 'claims.rejectTitle')}
        text={asked && t('claims.rejectText', { name: asked.claim.person.name })}
        confirmLabel={t(asked?.verb === 'revoke' ? 'claims.revoke' : 'claims.reject')}
        danger
        busy={decide.isPending}
        onConfirm={() => asked && decide.mutate(asked)}
        onClose={() => setAsked(null)}
      >
        <Textarea
          label={t('claims.reason')}
          autosize
          minRows={2}
          maxLength={300}
          data-autofocus
          value={asked?.reason ?? ''}
          onChange={({ currentTarget: { value } }) => setAsked((now) => now && { ...now, reason: value })}
        />
      </ConfirmDialog>
    </Stack>
  );

  function shown() {
    if (!claims.data) {
      return claims.error ? (
        <ErrorState error={claims.error} title={t('claims.failed')} onRetry={claims.refetch} />
      ) : (
        <Skeleton h="6rem" radius="lg" role="status" aria-label={t('shell:loading')} />
      );
    }
    const list = claims.data.pages.flatMap(({ items }) => items);
    if (list.length === 0)
      return <EmptyState title={t(`claims.empty.${status}`)} titleOrder={3} mood="proud" />;
    return (
      <>
        {list.map((claim) => (
          <ClaimCard
            key={claim.id}
            claim={claim}
            busy={decide.isPending && decide.variables.claim.id === claim.id}
            onDecide={(verb) =>
              verb === 'confirm' ? decide.mutate({ claim, verb }) : setAsked({ claim, verb })
            }
          />
        ))}
        {claims.hasNextPage && (
          <Center>
            <Button
              variant="default"
              loading={claims.isFetchingNextPage}
              onClick={() => claims.fetchNextPage()}
            >
              {t('page.more')}
            </Button>
          </Center>
        )}
      </>
    );
  }
}
